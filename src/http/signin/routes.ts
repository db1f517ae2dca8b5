import type Router from '@koa/router'
import type { ToolParts } from '../../tools/parts.ts'
import type { IpLimits } from '../ip_limits.ts'
import { developmentForm, showDevelopmentForm } from './development.ts'
import { signOut } from './sign_out.ts'

export interface SignInParts extends Pick<ToolParts, 'config' | 'clock' | 'sql' | 'ask' | 'credentials'> {
  readonly ipLimits: IpLimits
}

/** How people come in on the web, and go. */
export function signInRoutes(router: Router, parts: SignInParts): void {
  router.get('/signin', showDevelopmentForm(parts))
  router.post('/signin', parts.ipLimits.of('signin'), developmentForm(parts))
  router.post('/signout', signOut(parts))
}
