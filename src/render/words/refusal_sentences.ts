import { writtenIn } from '../marks/form/unsaved_words.ts'
import type { Refused } from '../page_arguments.ts'

/** Sentences for people that depend on the details of a refusal, or on what was typed. */

type Details = Refused['details']
type Fields = Refused['fields']

/** "20 seconds", "3 minutes", "2 hours". */
function duration(seconds: number): string {
  const [amount, unit] =
    seconds < 90 ? [seconds, 'second'] : seconds < 5_400 ? [seconds / 60, 'minute'] : [seconds / 3_600, 'hour']
  const whole = Math.max(1, Math.ceil(amount))
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}

/** The time to wait before another try; `otherwise` in seconds when the refusal names none. */
export const waitFor = ({ retry_after_seconds }: Details, otherwise = 60): string =>
  duration(Number(retry_after_seconds ?? otherwise))

/** For acts without text. */
export const tooSoon =
  (said: string) =>
  (details: Details): string =>
    `${said} You can go on in ${waitFor(details)}.`

/** For acts that may have text, which stays in the form. */
export const tooSoonKept =
  (said: string) =>
  (details: Details, fields: Fields): string =>
    `${tooSoon(said)(details)}${hasWords(fields) ? ' Your words are kept.' : ''}`

/** Whether the refused form contains text that a person wrote. */
export const hasWords = (fields: Fields): boolean => writtenIn(fields).length > 0

/** Names the participant who answered first, and when: "@amina answered this already, 3 minutes ago." */
export const quicker =
  (otherwise: string, says: (who: string, ago: string, self: boolean) => string) =>
  ({ quicker: by, seconds_ago }: Details): string => {
    if (typeof by !== 'object' || by === null) return otherwise
    const { handle, self } = by as { readonly handle: string; readonly self?: boolean }
    return says(self === true ? 'You' : handle, agoOf(seconds_ago), self === true)
  }

function agoOf(seconds: unknown): string {
  if (typeof seconds !== 'number') return ''
  return seconds < 1 ? ', just now' : `, ${duration(seconds)} ago`
}

/** Identifies a key by its last characters, as people tell keys apart, read from the submitted fields. */
export function endingOfKey({ sensitive }: Details, fields: Fields): string {
  const { field, at } = firstOf(sensitive)
  const found = fields[String(field)]?.slice(Number(at)).match(/^\S*/)?.[0] ?? ''
  return /^[\w+/=-]{16,}$/.test(found) && /\d/.test(found) ? ` (it ends in …${found.slice(-4)})` : ''
}

/** The participant that a form names, when a person typed the handle; a name that the page filled in is an id. */
export const handleTyped = ({ to, participant }: Fields): string | undefined => asHandle(to ?? participant)

function asHandle(field: string | undefined): string | undefined {
  const typed = field?.trim()
  if (typed === undefined || !/^@?[\w.-]{1,80}$/.test(typed) || /^[a-z]{3}_/.test(typed)) return undefined
  return `@${typed.replace(/^@/, '')}`
}

/** What is wrong with the chosen assignee or reviewer; undefined when the refusal is about something else. */
export function workerMissing({ field, has_seat, meant }: Details, fields: Fields): string | undefined {
  if (field !== 'assignee' && field !== 'reviewer') return undefined
  const handle = asHandle(fields[field])
  const others = Array.isArray(meant) && `Did you mean ${meant.map((one) => `@${one}`).join(' or ')}?`
  if (has_seat === true) return `${handle ?? 'Whom you chose'} can do no work now. Choose somebody else.`
  return has_seat === false
    ? `${handle ?? 'Whom you chose'} has no seat here. ${others || 'Let them in first.'}`
    : `Nobody here goes by ${handle ?? 'that name'}. ${others || 'Choose somebody who has a seat here.'}`
}

/** The sentences for a field without a valid value, by field name. */
const missing: Readonly<Record<string, string>> = {
  title: 'Give it a title.',
  name: 'Give it a name.',
  body: 'Write something first.',
  text: 'Write something first.',
  note: 'Say it in a few words.',
  confirm_handle: 'That is not your handle, and nothing was deleted.',
  duplicate_of: 'That is not the address of a thread.',
}

/** What is wrong with the thread named as the original of a duplicate; undefined when that is not the reason. */
export function duplicateRefused({ target, reason, duplicate_of = '' }: Fields): string | undefined {
  if (duplicate_of.trim() === '') return undefined
  if (reason !== 'duplicate' && reason !== undefined) {
    return 'An address goes with “said elsewhere already”. Choose that, or take the address out. The rest is kept.'
  }
  return target !== undefined && duplicate_of.includes(target)
    ? 'That is the address of this thread itself. Give the one where it was said already. The rest is kept.'
    : undefined
}

/** Says which field has no value; undefined when the input is wrong in another way. */
export function missingField({ issues }: Details): string | undefined {
  const field = String(firstOf(issues)['path'])
  return Object.hasOwn(missing, field) ? `${missing[field]} The rest is kept.` : undefined
}

function firstOf(listed: unknown): Readonly<Record<string, unknown>> {
  const [first] = Array.isArray(listed) ? (listed as readonly Readonly<Record<string, unknown>>[]) : []
  return first ?? {}
}
