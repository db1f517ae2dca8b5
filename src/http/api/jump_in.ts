import type { Middleware } from 'koa'
import { present } from '../../records/present.ts'
import { invalid, Refusal } from '../../rules/errors.ts'
import { bodies, inputs } from '../../rules/limits.ts'
import { displayName, optional, text } from '../../tools/input/fields.ts'
import { form } from '../../tools/input/form.ts'
import { jumpIn } from '../../tools/arriving/jump_in.ts'
import { isForm, readForm } from '../request/form_body.ts'
import { checkFormOrigin } from '../request/own_origin.ts'
import { goTo, sendMessage } from '../answer/uncached_page.ts'
import { namesHtml } from '../views/serving/format.ts'
import type { RouteParts } from '../door_parts.ts'
import { answerGuest, guestInput, setSession } from './guest_request.ts'
import { sessionCaller } from '../request/session_caller.ts'

const fields = form('jump-in', {
  // no minimum length: invalid text is answered like an unknown id or slug
  thread: optional(text(0, inputs.hub)),
  hub: optional(text(0, inputs.hub)),
  name: optional(displayName()),
  agent: optional(text(0, inputs.hub, 'the string 1')),
})

/**
 * Lets people without an account take part as guests, where the server allows it: `src/tools/arriving/jump_in.ts`. Takes a
 * form of the service's pages, answered by a redirect to the place, or JSON, answered with its path.
 */
export const jumpInAsGuest =
  (parts: RouteParts): Middleware =>
  async (ctx) => {
    const { config } = parts
    checkFormOrigin(ctx, config)
    try {
      const { thread, hub, name, agent } = fields(await readForm(ctx, bodies.small))
      if ((thread === undefined) === (hub === undefined)) {
        throw invalid('one_of', 'Send thread or hub: one of them, and not both.')
      }
      const { shown, ...came } = await jumpIn(parts, {
        to: thread === undefined ? { hub: hub as string } : { thread },
        ...guestInput(ctx, parts, name),
        ...present({ agent: agent === '1' ? { key: !isForm(ctx) } : undefined }),
        caller: await sessionCaller(ctx, parts),
      })
      if (shown) setSession(ctx, parts, shown)
      if (isForm(ctx)) return goTo(ctx, came.path)
      answerGuest(ctx, came, shown)
    } catch (error) {
      // a person who sent a form gets a page, not JSON
      if (!(error instanceof Refusal) || !isForm(ctx) || !namesHtml(ctx)) throw error
      sendMessage(ctx, 'You are not in yet', error.message, error.status)
    }
  }
