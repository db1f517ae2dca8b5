import { Type } from 'typebox'
import { makeViewToken } from '../../identity/view_token.ts'
import { present } from '../../records/present.ts'
import { safe } from '../../render/markdown/md.ts'
import { flag } from '../input/fields.ts'
import { ownAppTool } from './app_tool.ts'
import { mcpMetaKeys } from '../../rules/clients/mcp_meta_keys.ts'
import { iso } from '../../rules/units.ts'

/**
 * Returns a token that proves a click and that a write of the embedded view spends, for verified hosts only; other
 * hosts get the web address to act on. A web page needs none: its cookie and origin prove as much.
 */
export const uiViewSession = ownAppTool({
  name: 'ui_view_session',
  title: 'View session',
  kind: 'read',
  input: {},
  output: { verified_host: flag(), approvals: flag(), url: Type.String() },
  async run({ caller, now, parts: { shortLived, config, spendRead } }) {
    const hosted = caller.connection === 'oauth'
    const verified_host = hosted && caller.host !== undefined
    const approvals = config.hostApprovals
    const url = `${config.baseUrl}/`
    if (verified_host && config.pace) spendRead.stores(caller, now)
    const made = verified_host ? await makeViewToken(shortLived, caller, now) : undefined
    return {
      text: safe(made ? 'This view can act for whoever clicks in it.' : 'Nothing can be clicked here: act on the web.'),
      data: { verified_host, approvals, url },
      meta: present({
        [mcpMetaKeys.viewToken]: made ? { token: made.token, expires_at: iso(made.expires_at) } : undefined,
        [mcpMetaKeys.actOnWeb]: hosted && !verified_host ? { url } : undefined,
        [mcpMetaKeys.approveOnWeb]: hosted && !approvals ? { url } : undefined,
      }),
    }
  },
})
