import type Router from '@koa/router'
import { sendCode, showCodeForm, showEmailForm, verifyCode } from './code.ts'
import { developmentForm, showDevelopmentForm } from './development.ts'
import { sendEmailLink } from './send_confirmation_link.ts'
import type { RouteParts } from '../door_parts.ts'
import { finishSignIn, goToProvider, providerFor, showProvider } from './provider.ts'
import { signOut } from './sign_out.ts'

/** Signing in and out on the web. */
export function signInRoutes(router: Router, parts: RouteParts): void {
  const { config, ipLimits } = parts
  const provider = providerFor(parts)
  if (provider) {
    router.get('/signin', showProvider(parts, provider))
    router.get('/signin/start', ipLimits.of('signinStart'), goToProvider(parts, provider))
    router.get('/auth/callback', ipLimits.of('signinStart'), finishSignIn(parts, provider))
  } else router.get('/signin', config.auth === 'email' ? showEmailForm(parts) : showDevelopmentForm(parts))
  router.post('/signin', ipLimits.of('signin'), developmentForm(parts))
  router.get('/signin/code', showCodeForm(parts))
  router.post('/signin/code', ipLimits.of('signinCodeSend'), sendCode(parts))
  router.post('/signin/code/verify', ipLimits.of('signinCodeVerify'), verifyCode(parts))
  router.post('/signin/email', ipLimits.of('signinEmail'), sendEmailLink(parts))
  router.post('/signout', signOut(parts))
}
