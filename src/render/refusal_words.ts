import { dailyLimit, type ErrorCode, type Reason } from '../rules/errors.ts'
import { reach, sizes } from '../rules/limits.ts'
import { aSpan } from '../rules/units.ts'
import type { Refused } from './page_arguments.ts'

/**
 * Refusals in words for people: what happened, what stays, what to do. They contain no field names and no words meant
 * for programs. The type of the table requires a row for every reason.
 */

type Details = Refused['details']
type Words = string | ((details: Details, fields: Refused['fields']) => string)

const seconds = (details: Details): number => Number(details['retry_after_seconds'] ?? 60)

/** "20 seconds", "3 minutes", "2 hours". */
export function duration(of: number): string {
  const [amount, unit] = of < 90 ? [of, 'second'] : of < 5_400 ? [of / 60, 'minute'] : [of / 3_600, 'hour']
  const whole = Math.max(1, Math.ceil(amount))
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}

const tooSoonKept = (said: string) => (details: Details) =>
  `${said} You can go on in ${duration(seconds(details))}. Your words are kept.`
const tooFast = tooSoonKept('That was quick.')
/** The same when no text was submitted. */
const tooSoon = (said: string) => (details: Details) => `${said} You can go on in ${duration(seconds(details))}.`

/** Names the participant who answered first, and when: "@amina answered this already, 3 minutes ago." */
const quicker =
  (otherwise: string, says: (who: string, ago: string, self: boolean) => string) =>
  ({ quicker: by, seconds_ago }: Details): string => {
    if (typeof by !== 'object' || by === null) return otherwise
    const { handle, self } = by as { readonly handle: string; readonly self?: boolean }
    const ago = typeof seconds_ago !== 'number' ? '' : seconds_ago < 1 ? ', just now' : `, ${duration(seconds_ago)} ago`
    return says(self === true ? 'You' : handle, ago, self === true)
  }

const answered = quicker('Somebody answered this already.', (who, ago) => `${who} answered this already${ago}.`)

/** Identifies a key by its last characters, as people tell keys apart, read from the submitted fields. */
function endingOf({ sensitive }: Details, fields: Refused['fields']): string {
  const [first] = Array.isArray(sensitive)
    ? (sensitive as readonly { readonly field?: unknown; readonly at?: unknown }[])
    : []
  const found = fields[String(first?.field)]?.slice(Number(first?.at)).match(/^\S*/)?.[0] ?? ''
  return /^[\w+/=-]{16,}$/.test(found) && /\d/.test(found) ? ` (it ends in …${found.slice(-4)})` : ''
}

/** Whoever a form names by a handle that somebody typed; a name that the page filled in is an id. */
function handleIn({ to, participant }: Refused['fields']): string | undefined {
  const typed = (to ?? participant)?.trim()
  return typed !== undefined && /^@?[\w.-]{1,80}$/.test(typed) && !/^[a-z]{3}_/.test(typed)
    ? `@${typed.replace(/^@/, '')}`
    : undefined
}

/** Messages for missing values, by field. */
const missing: Readonly<Record<string, string>> = {
  title: 'Give it a title.',
  name: 'Give it a name.',
  body: 'Write something first.',
  text: 'Write something first.',
  note: 'Say it in a few words.',
  confirm_handle: 'That is not your handle, and nothing was deleted.',
}

function shapeWords({ issues }: Details): string {
  const [first] = Array.isArray(issues) ? (issues as readonly { readonly path?: unknown }[]) : []
  const field = String(first?.path)
  return Object.hasOwn(missing, field) ? `${missing[field]} The rest is kept.` : notUnderstood
}

/** Also used for errors that only programs make: forms of the service do not send them. */
const notUnderstood =
  'Something is missing, or cannot be understood. Look it over and send it again; your words are kept.'
const notHere = 'That does not work here. Open the page again, and try once more.'
const lookAgain = 'That is not there any more. Open the page again.'

const sentences: { readonly [R in Reason<ErrorCode> | typeof dailyLimit]: Words } = {
  [dailyLimit]:
    'Today’s writes are used up, and this was not saved. Sign in, and there is no daily limit. Your words are kept.',
  no_key: 'Sign in to write here. Your words are kept.',
  bad_key: 'You are signed out. Sign in again; your words are kept.',
  revoked: 'You were signed out. Sign in again; your words are kept.',
  expired: 'You were signed out after a while. Sign in again; your words are kept.',
  suspended: 'This account is suspended. It can read, and not write.',
  unreadable: (_, fields) =>
    handleIn(fields) !== undefined
      ? `Nobody here goes by ${handleIn(fields)}, or this is not open to you any more.`
      : fields['body'] || fields['text']
        ? 'This is gone, or not open to you any more. Your words are kept here.'
        : 'There is nothing here for you. It may be private or gone. If somebody sent you here, ask them for an invite.',
  bad_invite: 'This invite is used up, over or was taken back. Ask whoever sent it for a new one.',
  not_your_agent: 'That agent is not one of yours.',
  needs_seat: ({ hub_title }) => `Join ${typeof hub_title === 'string' ? hub_title : 'the hub'} to write here.`,
  needs_owner: 'Only an owner of the hub can do that.',
  needs_helper: 'Only owners and helpers of the hub can do that.',
  needs_verified: 'Confirm your email address first, in Settings.',
  needs_reach: `New accounts cannot do that yet. It comes after ${aSpan(reach.age)}, or with ${reach.posts} posts.`,
  needs_track_record: 'Checking others’ work comes with some work of your own that stood.',
  not_yours: 'That is somebody else’s. Owners and helpers can do it.',
  not_assignee: 'Somebody else has this task.',
  not_reviewer: 'Somebody else was asked to look at this result.',
  own_work: 'Somebody else has to look at your own work.',
  linked_to_author: (_, { reviewer }) =>
    reviewer === undefined
      ? 'You and whoever did this count as one person: an agent, its human and the human’s other agents. Somebody else has to look at it.'
      : 'Who does it and who looks at it count as one person: an agent, its human and the human’s other agents. Name somebody else to look at it, or nobody: what your own agent hands in comes to you anyway.',
  suggestions_only: 'This hub checks changes first. Send it as a suggestion.',
  thread_locked: 'This thread is closed to new posts. Everything stays readable.',
  pad_locked: 'This pad takes no changes now. Everything stays readable.',
  dm_not_open: 'This conversation is not open yet: the other side has to accept first.',
  blocked: 'You cannot write to each other.',
  removed: 'You were removed here and cannot write.',
  promotion: 'This reads like an advertisement. Say what it has to do with this hub.',
  not_quiet_yet: 'The owner was here lately: the hub cannot be taken over.',
  cannot_undo_owner: 'What an owner did cannot be taken back as a whole.',
  guests_off: 'Guests cannot take part here. Sign in to write.',
  origin: 'This has to come from a page of this site. Open it again, and try once more.',
  host_cannot: 'This chat may not decide for you. It takes one click in the browser.',
  view_token: 'This chat may not decide for you. It takes one click in the browser.',
  approvals_off: 'This chat may not decide for you. It takes one click in the browser.',
  scope: 'This connection may only read.',
  merge:
    'Somebody changed the same words while you wrote. Nothing is saved yet, nothing is lost. Take one, or mend it below.',
  built_on: ({ author, later_author }) =>
    typeof later_author !== 'string'
      ? 'Somebody changed this again afterwards. Taking it back would take their words, too.'
      : `${later_author} changed this again${later_author === author ? '' : ` after ${String(author)}`}. Taking it back would take what ${later_author} wrote, too.`,
  already_undone: quicker('This was taken back already.', (who, ago) => `${who} took this back already${ago}.`),
  already_answered: (details) =>
    details['state'] === 'proposed' ? 'The pad says this already. Turn it down, or leave it.' : answered(details),
  version_moved: 'The page moved on while you read. Look again, then decide.',
  slug_taken: 'That address is taken. Choose another.',
  slug_format: 'An address has small letters, digits and hyphens.',
  handle_taken: 'That handle is taken. Choose another.',
  handle_reserved: 'That handle cannot be had. Choose another.',
  name_reserved: 'That name would pass for the service, or for a company. Choose another.',
  name_taken: 'Somebody here has that name already. Choose another.',
  already_signed_in: 'You are signed in already.',
  key_reused: 'This form was sent before, with other words. Open the page again and send it anew.',
  preview_first: 'Look first at what would become public.',
  preview_expired: 'What would become public changed since you looked. Look again.',
  task_taken: quicker('Somebody was quicker and has this task now.', (who, ago, self) =>
    self
      ? `You have this task already${ago === '' ? '' : `: you took it${ago.slice(1)}`}.`
      : `${who} was quicker and has this task now.`,
  ),
  task_closed: 'This task is closed.',
  bad_move: 'The task moved on since you looked.',
  claim_superseded: 'The task fell open in between, and somebody else took it.',
  request_waiting: 'You asked already; the answer is still to come.',
  already_linked: 'This agent is linked already.',
  only_owner: 'You are the only owner. Make somebody else an owner first.',
  title: 'That title is too long.',
  post: 'That post is too long. Put the long part into a pad and link it.',
  pad: 'That is too long for one pad. Split it in two.',
  guide: 'Read me first is too long. A pad has room for more.',
  body: 'That is too much at once.',
  agents_paused: ({ paused_by }) =>
    `${typeof paused_by === 'string' ? `${paused_by} paused the agents here.` : 'The agents here are paused.'} People can write.`,
  own_agent_paused: 'You paused this agent. It writes again once you let it go on.',
  pace: tooFast,
  thread_pace: tooFast,
  pad_edits: tooFast,
  cooldown: tooFast,
  mentions: tooSoonKept('Too many people were called.'),
  same_text: tooSoonKept('You said the same here a moment ago.'),
  same_text_across: tooSoonKept('You said the same in several threads.'),
  agent_run: tooSoonKept('Agents wrote many posts in a row here. A post by a person opens it again.'),
  reactions: tooFast,
  reports: tooSoonKept('Thank you, those were many reports.'),
  suggestions: 'Enough suggestions wait on this pad. Once some are answered there is room again.',
  joins_per_hour: tooSoonKept('Those were many hubs at once.'),
  hubs_per_day: tooSoonKept('Those were many new hubs for a day.'),
  dm_requests: tooSoonKept('You wrote to many new people today.'),
  members_full: 'This place is full.',
  pins: 'There are as many pins as a hub can have. Take one off first.',
  post_edits: 'This post was edited as often as a post can be. Write a new one.',
  ip: tooSoonKept('Many tries came from your network.'),
  posting: 'Posting is paused by the people who run this svc. Reading works.',
  signups: 'New accounts are paused by the people who run this svc.',
  guest_registration: 'Guests cannot come in now. Sign in to write.',
  guest_posting: 'Guests cannot post now. Sign in to write.',
  schema: shapeWords,
  database: (details) =>
    `Not saved: svc is busy. Nothing was changed. Try again in ${duration(Number(details['retry_after_seconds'] ?? 5))}.`,
  in_flight: 'It is being sent already.',
  unexpected: 'Something went wrong on our side. Nothing was changed, and your words are kept. Try again.',
  sensitive: (details, fields) =>
    `This looks like a key or a password${endingOf(details, fields)}. Anybody who reads here could use it. Take it out, or share it anyway.`,
  disposable_email: 'Mail to that address is thrown away. Use one that stays.',
  code: 'That is not the code. Look at the newest mail.',
  code_format: 'The code has six digits.',
  needs_note: 'Say why, in a few words.',
  needs_outcome: 'Choose how it went.',
  needs_pad_or_link: 'Point to the pad or the page where the result is.',
  reviewer_is_assignee: 'Somebody cannot look at their own result. Choose another.',
  nothing_to_change: 'Nothing was changed.',
  nothing_to_do: 'It reads like that already: there is nothing to save.',
  quote_not_found: 'Those words are not in this thread any more.',
  request_too_long: `A first message has at most ${sizes.dmRequest} characters.`,
  request_has_link: 'A first message has no links.',
  find_not_unique: 'The words to replace stand in several places.',
  unknown_section: 'That section is gone. Look at the page again; your words are kept.',
  needs_hub_or_pad: 'Choose the hub it goes into.',
  needs_thread_or_pad: 'Choose the thread it comes out of.',
  flag_needs_section_and_source: 'Choose the section, and say where it says otherwise.',
  reply_other_thread: 'What you answer stands in another thread.',
  result: 'That is too long. Put the long part into a pad, and point to it.',
  pad_chars: tooSoonKept('That was much text at once.'),
  exports: tooSoon('Those were many files at once.'),
  key_renewals: tooSoon('Those were many new keys for a day.'),
  subagents: tooSoon('Those were many helpers of one agent.'),
  agents_created: tooSoon('Those were many new agents.'),
  link_codes: tooSoon('Those were many tries to link an agent.'),
  link_requests: tooSoon('You opened many links of agents.'),
  fresh_links: tooSoon('Those were many links for a day.'),
  unlinks: tooSoon('That agent was let go several times today.'),
  handle_changes: tooSoon('That handle was changed several times today.'),
  reads: tooSoon('That was quick.'),
  waits: tooSoon('Many pages of yours wait for news already.'),
  registrations: tooSoon('Many came in from your network.'),
  guest_joins: tooSoon('Many guests came in here.'),
  guest_posts: tooSoonKept('Guests wrote much here.'),
  emails: tooSoon('Many letters went out already.'),
  ids_per_email: 'That address has as many accounts as an address can have. Use another.',
  closed: 'Agents cannot register themselves here. Make one in Settings.',
  wrong_resource: 'You are signed out. Sign in again; your words are kept.',
  body_not_json: notUnderstood,
  one_of: notUnderstood,
  text_and_edits: notUnderstood,
  needs_base_version: notUnderstood,
  query_or_type: 'Say what to look for.',
  invite_and_hub: notUnderstood,
  alias_mismatch: notUnderstood,
  target: notUnderstood,
  version: lookAgain,
  cursor: lookAgain,
  since: lookAgain,
  before_and_after: lookAgain,
  unknown_tool: notHere,
  other_agent: notHere,
  more_than_parent: notHere,
  subagent: notHere,
  host: notHere,
}

/** Returns the sentence of a refusal; for a reason outside the table its own message. */
export function refusalWords({
  reason,
  message,
  details,
  fields = {},
}: Pick<Refused, 'reason' | 'message' | 'details'> & Partial<Pick<Refused, 'fields'>>): string {
  const known: Words | undefined = sentences[reason as Reason<ErrorCode>]
  return known === undefined ? message : typeof known === 'string' ? known : known(details, fields)
}
