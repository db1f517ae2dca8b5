import type { ActsAsked, Refused } from '../asked.ts'
import { type Html, html, type HtmlInserted } from '../html.ts'
import { joinsFirst } from '../joins_first.ts'
import { saidToPeople } from '../said_to_people.ts'

/** Every act is a form that posts to the page it stands on; `act` names the app tool or the operation of the settings. */

export interface Act {
  readonly act: string
  /** what it concerns, by the names of the tool's inputs */
  readonly fields?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly class?: string
  /** read by screen readers where the buttons alone would not tell */
  readonly label?: string
  /** whose or which thing, for the words of the undo: "Pip’s change to Salt" */
  readonly what?: string
}

/** A form with its buttons; a refusal of this very act stands at its head. */
export function actForm(
  asked: ActsAsked,
  { act, fields = {}, class: css, label, what }: Act,
  body: HtmlInserted,
): Html {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const refused = refusedHere(asked, act, fields)
  return html`<form method="post"${css !== undefined && html` class="${css}"`}${label !== undefined && html` aria-label="${label}"`}><input type="hidden" name="act" value="${act}"><input type="hidden" name="idempotency_key" value="${asked.key()}">${what !== undefined && html`<input type="hidden" name="what" value="${what}">`}${given.map(([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`)}${refused && refusalNotice(refused)}${body}${refused && allTheSame(refused)}</form>`
}

/** The refusal that answers this form, not another of the same kind. */
export function refusedHere({ refused }: ActsAsked, act: string, fields: Act['fields'] = {}): Refused | undefined {
  if (refused?.act !== act) return undefined
  const same = Object.entries(fields).every(
    ([name, value]) => value === undefined || refused.fields[name] === String(value),
  )
  return same ? refused : undefined
}

/** What stood in a field of a refused form, else what it begins with. */
export const kept = (refused: Refused | undefined, name: string, otherwise: HtmlInserted = ''): HtmlInserted =>
  refused?.fields[name] ?? otherwise

export const refusalNotice = (refused: Refused): Html =>
  html`<div class="notice wrong" role="alert"><p>${saidToPeople(refused)}</p>${wayOn(refused)}</div>`

/**
 * What a form may say to be taken all the same. It stands at the end of the form: the first button is the one that Enter
 * presses.
 */
export const allTheSame = (refused: Refused): Html | undefined => {
  const way = wayOf(refused)
  return (
    way &&
    html`<p class="acts" data-way>${button(way.words, { look: 'plain risky', name: 'also', value: alsoOf(way, refused) })}</p>`
  )
}

/** What the button of a way on says: its own word, and what the button said that was pressed first. */
export const alsoOf = ({ name, value }: Pick<Way, 'name' | 'value'>, refused: Pick<Refused, 'fields'>): string =>
  new URLSearchParams({ ...pressedIn(refused), [name]: value }).toString()

export const pressedIn = ({ fields }: Pick<Refused, 'fields'>): Record<string, string> =>
  Object.fromEntries(ofButtons.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))

/** The fields that forms whose words can be refused leave to their buttons. */
const ofButtons = ['propose', 'outcome', 'action', 'reaction', 'confirm_sensitive']

export interface Way {
  readonly words: string
  readonly name: string
  readonly value: string
}

export function wayOf({ act, reason, details }: Pick<Refused, 'act' | 'reason' | 'details'>): Way | undefined {
  if (reason === 'suggestions_only' && act === 'ui_edit_pad')
    return { words: 'Suggest', name: 'propose', value: 'true' }
  // what was written goes out with the same click
  const { join } = details
  if (reason === 'needs_seat' && typeof join === 'string')
    return { words: 'Join and send', name: joinsFirst, value: join }
  const found = (details['sensitive'] ?? []) as readonly { readonly kind?: string }[]
  // our own keys are shared by nobody
  if (reason !== 'sensitive' || found.some(({ kind }) => kind === 'own_credential')) return undefined
  return { words: 'Share it anyway', name: 'confirm_sensitive', value: 'true' }
}

const wayOn = (refused: Refused): Html | undefined => {
  const way = placeToGoOn(refused)
  return way && html`<a class="button" href="${way.url}">${way.words}</a>`
}

/** Where it goes on, for what cannot go on here. */
export function placeToGoOn({
  reason,
  details,
}: Pick<Refused, 'reason' | 'details'>): { readonly words: string; readonly url: string } | undefined {
  const { pad_id, from, to } = details
  if (reason === 'built_on' && typeof pad_id === 'string')
    return { words: 'Open the two', url: `/p/${pad_id}?from=${Number(from)}&to=${Number(to)}` }
  if (reason === 'own_agent_paused') return { words: 'Let it go on', url: '/settings#agents' }
  const url = details['sign_in_url'] ?? details['link_url']
  return typeof url === 'string' ? { words: 'Go on', url } : undefined
}

interface Button {
  readonly name?: string
  readonly value?: string
  /** the one filled button of a card or form; quiet ones; a dangerous one */
  readonly look?: 'go' | 'plain' | 'plain soft' | 'risky' | 'plain risky' | 'react'
  /** its key, shown */
  readonly key?: string
  readonly pressed?: boolean
  /** what the keys for yes and no press, whether or not the key is shown */
  readonly does?: 'accept' | 'refuse'
}

export const button = (words: HtmlInserted, { name, value, look, key, pressed, does }: Button = {}): Html =>
  html`<button${look && html` class="${look}"`}${name !== undefined && html` name="${name}" value="${value ?? ''}"`}${pressed !== undefined && html` aria-pressed="${String(pressed)}"`}${does && html` data-does="${does}"`}>${words}${key !== undefined && html` <kbd aria-hidden="true">${key}</kbd>`}</button>`
