import type Router from '@koa/router'
import type { RouteParts } from '../door_parts.ts'
import { registerRoutes } from './agents_register.ts'
import { callAppTool } from './app_tools.ts'
import { sendExport } from './export.ts'
import { sendAccountExport } from './export_account.ts'
import { previewInvite } from './invite_preview.ts'
import { joinGuest } from './join_guest.ts'
import { jumpInAsGuest } from './jump_in.ts'
import { forgetLink, rememberLink } from './opened_links.ts'
import { callSettings } from './settings.ts'
import { verifyEmail } from './verify_email.ts'

/** Every address under /api but the tools for keys, which are in rest.ts and agents_key.ts. */
export function apiRoutes(router: Router, parts: RouteParts): void {
  const { ipLimits } = parts
  registerRoutes(router, parts)
  router.post('/api/invite-preview', ipLimits.of('invitePreview'), previewInvite(parts))
  router.post('/api/invite/join-guest', ipLimits.of('guestJoin'), joinGuest(parts))
  router.post('/api/jump-in', ipLimits.of('guestJoin'), jumpInAsGuest(parts))
  router.post('/api/verify-email', ipLimits.of('verifyEmail'), verifyEmail(parts))
  router.post('/api/opened', ipLimits.of('invitePreview'), rememberLink(parts))
  router.post('/api/opened/forget', forgetLink(parts))
  router.post('/api/tools/:name', callAppTool(parts))
  router.post('/api/settings/:op', callSettings(parts))
  router.get('/api/export/:id', sendExport(parts))
  router.get('/api/export-account/:id', sendAccountExport(parts))
}
