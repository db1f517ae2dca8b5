import type { ActsAsked, Refused } from '../../page_arguments.ts'
import { type Html, html, type HtmlInserted } from '../../html.ts'
import { mayStand } from '../../../rules/refusals/outcome_not_known.ts'
import { joinsFirst } from '../../acts/joins_first.ts'
import { refusalWords } from '../../words/refusals_for_people.ts'
import { underWritten, writtenIn, writtenToMend } from './unsaved_words.ts'

/** An act is a form that posts to the page it stands on; `act` names the app tool or settings operation. */

export interface Act {
  readonly act: string
  /** the target, by the tool's input names */
  readonly fields?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly class?: string | undefined
  /** for screen readers, when the buttons alone do not identify the form */
  readonly label?: string | undefined
  /** the target in the words of the undo: "Pip’s change to Salt" */
  readonly what?: string | undefined
}

/** A form with its buttons. A refusal of this act with these fields is shown at its head. */
export function actForm(
  asked: ActsAsked,
  { act, fields = {}, class: css, label, what }: Act,
  body: HtmlInserted,
): Html {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const refused = refusedHere(asked, act, fields)
  return html`<form method="post"${css !== undefined && html` class="${css}"`}${label !== undefined && html` aria-label="${label}"`}><input type="hidden" name="act" value="${act}"><input type="hidden" name="idempotency_key" value="${keyFor(asked, refused)}">${what !== undefined && html`<input type="hidden" name="what" value="${what}">`}${given.map(([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`)}${refused && refusalNotice(refused)}${body}${refused && overrideButton(refused)}</form>`
}

/** A fresh key, or the form's own when the refused act may have been done, so that sending it again does it once. */
const keyFor = ({ key }: Pick<ActsAsked, 'key'>, refused: Refused | undefined): string =>
  (refused && (refused.code === 'busy' || mayStand(refused)) && refused.fields['idempotency_key']) || key()

/** Returns the refusal of exactly this form, not of another with the same act. */
export function refusedHere({ refused }: ActsAsked, act: string, fields: Act['fields'] = {}): Refused | undefined {
  if (refused?.act !== act) return undefined
  const same = Object.entries(fields).every(
    ([name, value]) => value === undefined || refused.fields[name] === String(value),
  )
  return same ? refused : undefined
}

/** For a form that does not show its own refusal: the page or another form of the same act shows it. */
export const quiet = <Asked extends ActsAsked>({ refused: _, ...others }: Asked): Omit<Asked, 'refused'> => others

/** The same for a form that must not act twice when it is sent again: it keeps its key. */
export const quietly = <Asked extends ActsAsked>(
  asked: Asked,
  refused: Refused | undefined,
): Omit<Asked, 'refused'> => ({
  ...quiet(asked),
  key: () => keyFor(asked, refused),
})

/** A form as it was sent. */
export type Sent = Pick<Refused, 'fields'>

/** The submitted value of a field when its form was refused, else its initial value. */
export const submittedOr = (refused: Sent | undefined, name: string, otherwise: HtmlInserted = ''): HtmlInserted =>
  refused?.fields[name] ?? otherwise

/** Checks a choice that was made in the refused form, else the initial one. */
export const chosenOr = (refused: Sent | undefined, name: string, value: string, otherwise = false): Html | false =>
  (refused ? refused.fields[name] === value : otherwise) && html` checked`

export const refusalNotice = (refused: Refused): Html =>
  html`<div class="notice wrong" role="alert"><p>${refusalWords(refused)}</p>${wayOn(refused)}</div>`

/**
 * The button that sends a refused form with an override. It stands at the end, because Enter presses the first button.
 */
export const overrideButton = (refused: Refused): Html | undefined => {
  const way = overrideOf(refused)
  return (
    way &&
    html`<p class="acts" data-way>${button(way.words, { look: 'plain risky', name: 'also', value: overrideValue(way, refused) })}</p>`
  )
}

/**
 * A refused form that is not on the page, with its text to edit and an override that sends it anyway. Undefined when the
 * refusal has no override.
 */
export function overrideForm(refused: Refused, key: ActsAsked['key']): Html | undefined {
  const way = overrideButton(refused)
  const { idempotency_key: _, [joinsFirst]: _joined, preview: _preview, ...sent } = refused.fields
  // of a list only the last one is in the fields
  if (!way || Object.keys(sent).some((name) => name.endsWith('[]'))) return undefined
  const written = writtenIn(sent)
  const others = Object.entries(sent).filter(([name]) => !written.some((one) => one.name === name))
  const again = refused.reason === 'sensitive' && html`<p class="acts">${button('Send it again', { look: 'go' })}</p>`
  const form = actForm(
    { key },
    { act: refused.act, fields: Object.fromEntries(others) },
    html`${writtenToMend(written)}${again}${way}`,
  )
  return written.length > 0 ? underWritten(form) : form
}

/** The value of the override button: its own field, and the fields of the button that was pressed first. */
export const overrideValue = (
  { name, value }: Pick<Override, 'name' | 'value'>,
  refused: Pick<Refused, 'fields'>,
): string => new URLSearchParams({ ...pressedIn(refused), [name]: value }).toString()

const pressedIn = ({ fields }: Pick<Refused, 'fields'>): Record<string, string> =>
  Object.fromEntries(ofButtons.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))

/** Fields that the buttons of refusable forms send. */
const ofButtons = ['propose', 'outcome', 'action', 'reaction', 'confirm_sensitive']

export interface Override {
  readonly words: string
  readonly name: string
  readonly value: string
}

export function overrideOf({
  act,
  reason,
  details,
}: Pick<Refused, 'act' | 'reason' | 'details'>): Override | undefined {
  if (reason === 'suggestions_only' && act === 'ui_edit_pad')
    return { words: 'Suggest', name: 'propose', value: 'true' }
  // one click joins the hub and sends the text
  const { join } = details
  if (reason === 'needs_seat' && typeof join === 'string')
    return { words: 'Join and send', name: joinsFirst, value: join }
  const found = (details['sensitive'] ?? []) as readonly { readonly kind?: string }[]
  // own keys can never be shared
  if (reason !== 'sensitive' || found.some(({ kind }) => kind === 'own_credential')) return undefined
  return { words: 'Share it anyway', name: 'confirm_sensitive', value: 'true' }
}

const wayOn = (refused: Refused): readonly Html[] =>
  placesToGoOn(refused).map(({ words, url }) => html`<a class="button" href="${url}">${words}</a>`)

interface PlaceToGoOn {
  readonly words: string
  readonly url: string
}

/** Returns the places to continue at, for an act that cannot continue here. */
export function placesToGoOn({ reason, details }: Pick<Refused, 'reason' | 'details'>): readonly PlaceToGoOn[] {
  const { pad_id, from, to } = details
  if (reason === 'built_on' && typeof pad_id === 'string')
    return [{ words: 'Open the two', url: `/p/${pad_id}?from=${Number(from)}&to=${Number(to)}` }]
  if (reason === 'own_agent_paused') return [{ words: 'Let it go on', url: '/settings#agents' }]
  const url = details['sign_in_url'] ?? details['link_url']
  return typeof url === 'string' ? [{ words: 'Go on', url }] : []
}

interface Button {
  readonly name?: string
  readonly value?: string
  /** `go` is the one filled button of a card or form; `plain` is quiet; `risky` dangerous */
  readonly look?: 'go' | 'plain' | 'plain soft' | 'risky' | 'plain risky' | 'react'
  /** its shortcut key, shown on the button */
  readonly key?: string
  readonly pressed?: boolean
  /** the shortcut that presses it; `key` only shows the key */
  readonly does?: 'accept' | 'refuse'
}

/** The shortcut key of a button. */
export type ButtonKey = Pick<Button, 'key' | 'does'>

export const button = (words: HtmlInserted, { name, value, look, key, pressed, does }: Button = {}): Html =>
  html`<button${look && html` class="${look}"`}${name !== undefined && html` name="${name}" value="${value ?? ''}"`}${pressed !== undefined && html` aria-pressed="${String(pressed)}"`}${does && html` data-does="${does}"`}>${words}${key !== undefined && html` <kbd aria-hidden="true">${key}</kbd>`}</button>`
