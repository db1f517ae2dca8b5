import type Router from '@koa/router'
import { developmentForm, showDevelopmentForm } from './development.ts'
import type { SignInParts } from './parts.ts'
import { signOut } from './sign_out.ts'

/** How people come in on the web, and go. */
export function signInRoutes(router: Router, parts: SignInParts): void {
  router.get('/signin', showDevelopmentForm(parts))
  router.post('/signin', parts.ipLimits.of('signin'), developmentForm(parts))
  router.post('/signout', signOut(parts))
}
