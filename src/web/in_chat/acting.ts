import { present } from '../../records/present.ts'
import { type ActForm, actFormOf } from '../../render/acts/act_fields.ts'
import { type ActFields, asksFirst, endingOf } from '../../render/acts/acts.ts'
import type { Refused } from '../../render/page_arguments.ts'
import { html } from '../../render/html.ts'
import type { Host, ToolResult } from './adapter.ts'
import type { Held } from './held.ts'
import { elsewhere, isOutdated, isUnpaid, leadsElsewhere, refusalSaid, refusedIn } from './refusing.ts'
import { isSame, shownIn } from './shown.ts'
import type { Stage } from './stage.ts'
import type { Paying, Tokens } from './token.ts'

interface Parts {
  readonly host: Host
  readonly stage: Stage
  readonly tokens: Tokens
  readonly held: Held
  readonly again: () => Promise<void>
}

/** Handles a click on a form of a card: asks, holds or sends the act, and shows the result. */
type Act = (form: HTMLFormElement, button?: HTMLButtonElement) => Promise<void>

/** Milliseconds before a progress message: most answers arrive sooner. */
const patience = 300

export function openActing(parts: Parts): Act {
  const { stage, tokens, held } = parts

  async function act(form: HTMLFormElement, button?: HTMLButtonElement): Promise<void> {
    if (form.dataset['busy'] !== undefined) return
    const asked = actOf(form, button)
    const ending = endingOf(asked.act)
    const { asks, did } = ending
    const what = asked.fields['what'] ?? 'this'
    const question = asks?.(what, asked.fields)
    if (question === undefined) return send(asked, form)
    if (asksFirst(ending, asked.fields)) {
      return stage.say({ words: question, look: 'open', way: { words: 'Yes', do: () => void send(asked, form) } }, form)
    }
    // the token is fetched now, because a closing frame has time for one call only
    const paying = tokens.take().catch(() => undefined)
    const waiting = held.hold(async () => {
      uncover()
      await send(asked, form, paying)
    })
    const takeBack = (): void => {
      if (!waiting.drop()) return
      uncover()
      button?.focus()
      void paying.then((unspent) => unspent && tokens.keep(unspent))
    }
    const words = did?.(what, asked.fields, {}) ?? question
    const uncover = stage.cover(form, { words, way: { words: 'Undo', do: takeBack } })
  }

  async function send(asked: ActForm, form?: HTMLFormElement, paid?: Promise<Paying | undefined>): Promise<void> {
    const { act: name, args, fields } = asked
    if (form) form.dataset['busy'] = ''
    const slow = setTimeout(() => stage.say({ words: 'Sending…' }, form), patience)
    try {
      const taken = await paid
      const paying = taken && !taken.refusal ? taken : await tokens.take()
      if (paying.token === undefined && !paying.refusal)
        return stage.say(elsewhere(stage.shown, paying.elsewhere), form)
      const result = paying.refusal ?? (await paidCall(parts, name, args, paying.token))
      clearTimeout(slow)
      stage.unsay()
      const refused = refusedIn(name, fields, result)
      await (refused ? refuse(parts, refused, form) : done(parts, send, asked, result, form))
    } catch {
      // no answer: the retry sends the same idempotency key
      const retry = { words: 'Try again', do: () => void send(asked, form) }
      stage.say({ words: 'No answer came. Your words are kept.', look: 'wrong', way: retry }, form)
    } finally {
      clearTimeout(slow)
      delete form?.dataset['busy']
    }
  }

  return act
}

/** A token that was worth nothing any more has changed nothing, and another one costs no click. */
async function paidCall(
  { host, tokens }: Pick<Parts, 'host' | 'tokens'>,
  name: string,
  args: ActForm['args'],
  token: string | undefined,
): Promise<ToolResult> {
  const result = await host.call(name, { ...args, view_token: token })
  if (result.isError !== true || !isUnpaid(result)) return result
  const { token: another, refusal } = await tokens.take()
  return refusal ?? (another === undefined ? result : host.call(name, { ...args, view_token: another }))
}

type Showing = Pick<Parts, 'stage' | 'again'>

/** Shows what came of an act; `send` undoes it. */
async function done(
  { stage, again }: Showing,
  send: (act: ActForm) => Promise<void>,
  { act: name, fields }: ActForm,
  result: ToolResult,
  form?: HTMLFormElement,
): Promise<void> {
  const { did, undo, shows } = endingOf(name)
  const data = result.structuredContent ?? {}
  const card = shownIn(result)
  const { shown } = stage
  if (shown && card && isSame(shown.view, card.view)) {
    const answered = shows && { answered: { act: name, fields, data } }
    stage.show(card, { sent: form, ...answered })
  } else {
    form?.reset()
    await again()
  }
  const link = data['invite_url']
  if (typeof link === 'string') {
    return stage.say({ words: html`Hand this link on: <span class="key">${link}</span>`, look: 'good' })
  }
  const words = did?.(fields['what'] ?? 'this', fields, data)
  if (words === undefined) return
  const back = undo?.(fields, data)
  const way = back && { words: 'Undo', do: () => void send(undoing(back, fields['what'])) }
  stage.say(present({ words, look: 'good', way }))
}

async function refuse({ stage, again }: Showing, refused: Refused, form?: HTMLFormElement): Promise<void> {
  const said = refusalSaid(refused, stage.shown)
  if (leadsElsewhere(refused)) return stage.say(said, form)
  const { shown } = stage
  if (isOutdated(refused)) {
    await again()
    stage.keepWords(refused.fields)
    stage.say(said)
  } else if (shown && form) stage.show(shown, { refused })
  else stage.say(said)
}

function actOf(form: HTMLFormElement, button?: HTMLButtonElement): ActForm {
  const entries = [...new FormData(form)].map(
    ([name, value]) => [name, typeof value === 'string' ? value : ''] as const,
  )
  const chosen = button?.name ? [[button.name, button.value] as const] : []
  return actFormOf([...entries, ...chosen])
}

const undoing = ({ act, fields }: { act: string; fields: ActFields }, what: string | undefined): ActForm => ({
  act,
  args: fields,
  fields: { ...present({ what }), ...(fields as ActForm['fields']) },
  sure: true,
})
