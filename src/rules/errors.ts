import { dailyLimit } from './refusals/daily_limit_reason.ts'

/**
 * Every error of the service: code, status and possible reasons. The body is `{error, message, reason, …details}`; only
 * src/http turns it into a response.
 */
export const errors = {
  unauthenticated: { status: 401, reasons: ['no_key', 'bad_key', 'revoked', 'expired', 'wrong_resource', 'suspended'] },
  invalid_token: { status: 401, reasons: ['no_key', 'bad_key', 'revoked', 'expired', 'wrong_resource', 'suspended'] },
  invalid: {
    status: 400,
    reasons: [
      'schema',
      'body_not_json',
      'one_of',
      'slug_format',
      'nothing_to_change',
      'nothing_to_do',
      'text_and_edits',
      'needs_base_version',
      'find_not_unique',
      'unknown_section',
      'version',
      'cursor',
      'since',
      'before_and_after',
      'query_or_type',
      'target',
      'needs_hub_or_pad',
      'flag_needs_section_and_source',
      'quote_not_found',
      'reply_other_thread',
      'needs_note',
      'needs_outcome',
      'needs_pad_or_link',
      'needs_thread_or_pad',
      'request_too_long',
      'request_has_link',
      'code_format',
      'code',
      'disposable_email',
      'handle_reserved',
      'name_reserved',
      'reviewer_is_assignee',
      'sensitive',
      'alias_mismatch',
      'other_agent',
      'invite_and_hub',
    ],
  },
  forbidden: {
    status: 403,
    reasons: [
      'needs_owner',
      'needs_helper',
      'needs_seat',
      'needs_verified',
      'needs_reach',
      'needs_track_record',
      'not_yours',
      'not_assignee',
      'not_reviewer',
      'own_work',
      'linked_to_author',
      'suggestions_only',
      'host_cannot',
      'view_token',
      'approvals_off',
      'scope',
      'thread_locked',
      'pad_locked',
      'dm_not_open',
      'blocked',
      'removed',
      'promotion',
      'not_quiet_yet',
      'cannot_undo_owner',
      'more_than_parent',
      'subagent',
      'guests_off',
      'origin',
    ],
  },
  registration_not_open: { status: 403, reasons: ['closed'] },
  forbidden_host: { status: 403, reasons: ['host'] },
  not_found: { status: 404, reasons: ['unknown_tool', 'unreadable', 'bad_invite', 'not_your_agent'] },
  method_not_allowed: { status: 405, reasons: ['method'] },
  conflict: {
    status: 409,
    reasons: [
      'merge',
      'built_on',
      'already_undone',
      'already_answered',
      'version_moved',
      'slug_taken',
      'handle_taken',
      'name_taken',
      'already_signed_in',
      'key_reused',
      'preview_expired',
      'task_taken',
      'task_closed',
      'bad_move',
      'claim_superseded',
      'request_waiting',
      'already_linked',
      'only_owner',
      'preview_first',
    ],
  },
  too_large: { status: 413, reasons: ['title', 'post', 'pad', 'guide', 'body'] },
  locked: { status: 423, reasons: ['agents_paused', 'own_agent_paused'] },
  rate_limited: {
    status: 429,
    reasons: [
      'pace',
      'thread_pace',
      'pad_edits',
      'same_text',
      'same_text_across',
      'agent_run',
      'mentions',
      'reactions',
      'reports',
      'suggestions',
      'pad_chars',
      'joins_per_hour',
      'hubs_per_day',
      'dm_requests',
      'exports',
      'key_renewals',
      'subagents',
      'link_codes',
      'fresh_links',
      'unlinks',
      'handle_changes',
      'reads',
      'waits',
      'ip',
      'registrations',
      'guest_joins',
      'guest_posts',
      'agents_created',
      'link_requests',
      'emails',
      'ids_per_email',
      'members_full',
      'pins',
      'post_edits',
      'cooldown',
    ],
  },
  /** nothing was changed, unless tools/call/refused/as_refusal.ts says that this is not known */
  internal: { status: 500, reasons: ['unexpected'] },
  paused: { status: 503, reasons: ['posting', 'signups', 'guest_registration', 'guest_posting'] },
  busy: { status: 503, reasons: ['database', 'in_flight'] },
} as const

export type ErrorCode = keyof typeof errors
export type Reason<C extends ErrorCode> = (typeof errors)[C]['reasons'][number]
/** Fields beside error, message and reason: ids, numbers, codes; never participants' words. */
export type Details = Readonly<Record<string, unknown>>

/** A refusal as plain data, as it travels through a mailbox. */
export interface RefusalBody {
  readonly error: ErrorCode
  readonly reason: string
  readonly message: string
  readonly details?: Details
}

/** The call breaks a rule. Thrown by name, caught once per door; `cause` goes to the log only. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly reason: string
  readonly details: Details

  constructor(code: ErrorCode, reason: string, message: string, details: Details = {}, cause?: unknown) {
    super(message, { cause })
    this.name = 'Refusal'
    this.code = code
    this.reason = reason
    this.details = details
  }

  get status(): number {
    return errors[this.code].status
  }

  toBody(): RefusalBody {
    return { error: this.code, reason: this.reason, message: this.message, details: this.details }
  }

  /** The same refusal with another message or further details. Without a `cause` this one is it; one may be undefined. */
  with(more: { message?: string; details?: Details; cause?: unknown }): Refusal {
    const { message = this.message, details = {} } = more
    const cause = 'cause' in more ? more.cause : this
    return new Refusal(this.code, this.reason, message, { ...this.details, ...details }, cause)
  }

  static fromBody(body: RefusalBody): Refusal {
    return new Refusal(body.error, body.reason, body.message, body.details)
  }
}

/**
 * Of two refusals of one call the lower rank is reported: first what an actor refuses by its own rules, then what waiting
 * mends, last what other words mend. So a caller learns of a missing thread before they shorten a text for it.
 */
export function rankOf({ error, reason }: Pick<RefusalBody, 'error' | 'reason'>): number {
  if (error === 'locked') return 1
  if (error === 'paused') return 2
  if (error === 'rate_limited') return reason === 'cooldown' ? 3 : reason === dailyLimit ? 5 : 4
  if (error === 'too_large') return 6
  return reason === 'sensitive' ? 7 : reason === 'promotion' ? 8 : 0
}

const constructor =
  <C extends ErrorCode>(code: C) =>
  (reason: Reason<C>, message: string, details?: Details, cause?: unknown): Refusal =>
    new Refusal(code, reason, message, details, cause)

export const unauthenticated = constructor('unauthenticated')
export const invalid = constructor('invalid')
export const forbidden = constructor('forbidden')
export const registrationNotOpen = constructor('registration_not_open')
export const forbiddenHost = constructor('forbidden_host')
export const methodNotAllowed = constructor('method_not_allowed')
export const conflict = constructor('conflict')
export const tooLarge = constructor('too_large')
export const locked = constructor('locked')
export const rateLimited = constructor('rate_limited')
export const internal = constructor('internal')
export const paused = constructor('paused')
export const busy = constructor('busy')

/** A fault of ours before anything was written; what it was is for the log alone. */
export const unexpected = (error?: unknown): Refusal =>
  internal('unexpected', 'Something went wrong on our side and nothing was changed. Try again.', undefined, error)

/** Names the one argument that is wrong, by its path, as a failure of the schema does. */
export const wrongArgument = (path: string, issue: string, message: string): Refusal =>
  invalid('schema', message, { issues: [{ path, message: issue }] })

/** Private and missing give the same answer, so the message does not depend on which it was. */
export const unreadable = (what: string): Refusal =>
  new Refusal('not_found', 'unreadable', `There is no such ${what}, or you cannot read it.${hintFor[what] ?? ''}`)

/** Where to find the right id. */
const hintFor: Readonly<Record<string, string>> = {
  hub: ' show_svc lists yours, search_svc with type hub finds others.',
  thread: ' open_hub with hub lists those of a hub, search_svc finds them by words.',
  pad: ' open_hub with hub lists those of a hub, search_svc finds them by words.',
  post: ' open_thread shows the posts of a thread with their ids.',
  task: ' search_svc with type task lists them.',
  dm: ' list_dms lists yours, start_dm opens one.',
  decision: ' search_svc with type decision lists them.',
  edit: ' open_pad with history lists the edits of a pad.',
  'person or agent': ' open_hub with members true lists who sits in a hub.',
}
export const notFound = constructor('not_found')

/** Returns what was found, or throws not_found. */
export async function orUnreadable<Found>(what: string, found: Promise<Found | undefined>): Promise<Found> {
  const it = await found
  if (it === undefined) throw unreadable(what)
  return it
}

/** Rewrites an `unreadable` refusal about a container (such as a thread's hub) to name what the caller asked for. */
export async function unreadableAs<Reply>(what: string, asked: Promise<Reply>): Promise<Reply> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found' && error.reason === 'unreadable') throw unreadable(what)
    throw error
  }
}
