import type { Middleware } from 'koa'
import { Type } from 'typebox'
import { liveInvite } from '../../identity/live_invite.ts'
import { previewMarkdown } from '../../render/markdown/invite_markdown.ts'
import { withLabels } from '../../render/link_labels.ts'
import { printed } from '../../render/markdown/md.ts'
import { bodies, sizes } from '../../rules/limits.ts'
import { firstWords } from '../../text/first_words.ts'
import { label } from '../../text/names/labels.ts'
import { letsGuestsIn } from '../../tools/arriving/guests_on.ts'
import { form } from '../../tools/input/form.ts'
import { isFields } from '../../tools/input/sent_fields.ts'
import { readJson } from '../request/read_body.ts'
import type { RouteParts } from '../door_parts.ts'
import { checkHeader } from '../request/own_origin.ts'
import { writeJson } from '../answer/json.ts'
import { contentTypes } from '../answer/content_types.ts'
import { optional } from '../../tools/input/fields.ts'

// of any type: a missing or malformed token is answered like a wrong one, with the same 404
const fields = form('invite-preview', { token: optional(Type.Unknown()) })

/** Shows the holder of an invite what it is for. */
export const previewInvite =
  ({ config, clock, sql, pauses }: RouteParts): Middleware =>
  async (ctx) => {
    checkHeader(ctx)
    const sent = await readJson(ctx.req, bodies.small)
    const { token } = fields(isFields(sent) ? sent : {})
    const invite = await liveInvite(sql, typeof token === 'string' ? token : '', clock.now())
    const begins = invite.guide && firstWords(withLabels(invite.guide), sizes.label - ' …'.length)
    // how a hub begins is a body: it travels fenced for agents and as text for the page, never among fields
    const as = ctx.accepts('application/json', 'text/markdown', 'text/plain')
    if (as === 'text/markdown') {
      ctx.set('Content-Type', contentTypes[as])
      ctx.body = `${printed(previewMarkdown({ ...invite, begins }))}\n`
    } else if (as === 'text/plain') {
      ctx.set('Content-Type', contentTypes[as])
      ctx.body = begins ? label(begins) : ''
    } else {
      const { title, kind, role, invited_by } = invite
      writeJson(ctx, {
        title: label(title),
        kind,
        role,
        invitedBy: label(invited_by),
        guestJoin: await letsGuestsIn({ config, clock, pauses }),
      })
    }
  }
