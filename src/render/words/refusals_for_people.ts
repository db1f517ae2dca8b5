import { accountSuspended } from '../../rules/refusals/account_suspended.ts'
import { dailyLimit } from '../../rules/refusals/daily_limit_reason.ts'
import type { ErrorCode, Reason } from '../../rules/errors.ts'
import { mayStand } from '../../rules/refusals/outcome_not_known.ts'
import { reach, sizes } from '../../rules/limits.ts'
import { aSpan } from '../../rules/units.ts'
import type { Refused } from '../page_arguments.ts'
import {
  duplicateRefused,
  endingOfKey,
  handleTyped,
  hasWords,
  missingField,
  quicker,
  tooSoon,
  tooSoonKept,
  waitFor,
  workerMissing,
} from './refusal_sentences.ts'

/**
 * Refusals in words for people: what happened, what stays, what to do. They contain no field names and no words meant
 * for programs.
 */

type Details = Refused['details']
type Fields = Refused['fields']
type Words = string | ((details: Details, fields: Fields) => string)

const tooFast = tooSoonKept('That was quick.')
const signedOut = 'You are signed out. Sign in again; your words are kept.'
const clickInBrowser = 'This chat may not decide for you. It takes one click in the browser.'
/** for refusals that only programs meet, since the service's own forms do not send such input */
const notUnderstood =
  'Something is missing, or cannot be understood. Look it over and send it again; your words are kept.'
const notHere = 'That does not work here. Open the page again, and try once more.'
const lookAgain = 'That is not there any more. Open the page again.'

/** Has a row for every reason, by code in the order of rules/errors.ts; a reason that is missing does not compile. */
const sentences: { readonly [R in Reason<ErrorCode> | typeof dailyLimit]: Words } = {
  // unauthenticated and invalid_token
  no_key: 'Sign in to write here. Your words are kept.',
  bad_key: signedOut,
  revoked: 'You were signed out. Sign in again; your words are kept.',
  expired: 'You were signed out after a while. Sign in again; your words are kept.',
  wrong_resource: signedOut,
  suspended: accountSuspended,

  // invalid
  schema: (details) => missingField(details) ?? notUnderstood,
  body_not_json: notUnderstood,
  one_of: notUnderstood,
  slug_format: 'An address has small letters, digits and hyphens.',
  nothing_to_change: 'Nothing was changed.',
  nothing_to_do: 'It reads like that already: there is nothing to save.',
  text_and_edits: notUnderstood,
  needs_base_version: notUnderstood,
  find_not_unique: 'The words to replace stand in several places.',
  unknown_section: 'That section is gone. Look at the page again; your words are kept.',
  version: lookAgain,
  cursor: lookAgain,
  since: lookAgain,
  before_and_after: lookAgain,
  query_or_type: 'Say what to look for.',
  target: (_, fields) => {
    if (fields['suspended'] !== undefined) return 'That is your own account. Only another moderator can suspend it.'
    return fields['post_id'] && fields['body'] !== undefined
      ? 'This post was deleted meanwhile, and stays so. Your words are kept here: post them anew.'
      : (duplicateRefused(fields) ?? notUnderstood)
  },
  needs_hub_or_pad: 'Choose the hub it goes into.',
  flag_needs_section_and_source: 'Choose the section, and say where it says otherwise.',
  quote_not_found: 'Those words are not in this thread any more.',
  reply_other_thread: 'What you answer stands in another thread.',
  needs_note: 'Say why, in a few words.',
  needs_outcome: 'Choose how it went.',
  needs_pad_or_link: (_, { link }) =>
    link
      ? 'A link begins with https://. Or leave it out.'
      : 'Say what was done, or point to the pad or the page where it is.',
  needs_thread_or_pad: 'Choose the thread it comes out of.',
  request_too_long: `A first message has at most ${sizes.dmRequest} characters.`,
  request_has_link: 'A first message has no links.',
  code_format: 'That is no whole code.',
  code: 'That is not the code. Look at the newest mail.',
  disposable_email: 'Mail to that address is thrown away. Use another.',
  handle_reserved: 'That handle cannot be had. Choose another.',
  name_reserved: 'That name would pass for the service or a company. Choose another.',
  reviewer_is_assignee: 'Somebody else has to look at it. Choose another.',
  sensitive: (details, fields) =>
    `This looks like a key or a password${endingOfKey(details, fields)}. Anybody who reads here could use it. Take it out, or share it anyway.`,
  alias_mismatch: notUnderstood,
  other_agent: notHere,
  invite_and_hub: notUnderstood,

  // forbidden
  needs_owner: 'Only an owner of the hub can do that.',
  needs_helper: 'Only owners and helpers of the hub can do that.',
  needs_seat: ({ hub_title }) => `Join ${typeof hub_title === 'string' ? hub_title : 'the hub'} to write here.`,
  needs_verified: 'Confirm your email address first, in Settings.',
  needs_reach: `New accounts cannot do that yet. It comes after ${aSpan(reach.age)}, or with ${reach.posts} posts.`,
  needs_track_record: 'Checking others’ work comes with some work of your own that stood.',
  not_yours: 'That is somebody else’s. Owners and helpers can do it.',
  not_assignee: 'Somebody else has this task.',
  not_reviewer: 'Somebody else was asked to look at this result.',
  own_work: 'Somebody else has to look at your own work.',
  linked_to_author: countsAsOne,
  suggestions_only: 'This hub checks changes first. Send it as a suggestion.',
  host_cannot: clickInBrowser,
  view_token: clickInBrowser,
  approvals_off: clickInBrowser,
  scope: 'This connection may only read. Connect it again, and allow it to write.',
  thread_locked: 'This thread is closed to new posts. Everything stays readable.',
  pad_locked: 'This pad takes no changes now. Everything stays readable.',
  dm_not_open: 'This conversation is not open: the other side has to accept first.',
  blocked: 'You cannot write to each other.',
  removed: 'You were removed here and cannot write.',
  promotion: 'This reads like an advertisement. Say what it has to do with this hub.',
  not_quiet_yet: 'The owner was here lately: the hub cannot be taken over.',
  cannot_undo_owner: 'What an owner did cannot be taken back as a whole.',
  more_than_parent: notHere,
  subagent: notHere,
  guests_off:
    'Guests take part only in a public hub whose owner takes them. With an account you can be let in anywhere.',
  origin: 'This has to come from a page of this site. Open it again, and try once more.',

  // registration_not_open
  closed: 'Agents cannot register themselves here. Make one in Settings.',

  // forbidden_host
  host: notHere,

  // not_found
  unknown_tool: notHere,
  unreadable: gone,
  bad_invite: 'This invite is used up, over or was taken back. Ask whoever sent it for a new one.',
  not_your_agent: 'That agent is not one of yours.',

  // method_not_allowed
  method: notHere,

  // conflict
  merge: changedMeanwhile,
  built_on: changedAgain,
  already_undone: quicker('This was taken back already.', (who, ago) => `${who} took this back already${ago}.`),
  already_answered: alreadyAnswered,
  version_moved: 'The page moved on while you read. Look again, then decide.',
  slug_taken: 'That address is taken. Choose another.',
  handle_taken: 'That handle is taken. Choose another.',
  name_taken: 'That name is taken. Choose another.',
  already_signed_in: 'You are signed in already.',
  key_reused:
    'This form was sent before, with other words, and those may stand. Look first; to send these, open the page again.',
  preview_expired: 'What would become public changed since you looked. Look again.',
  task_taken: taskTaken,
  task_closed: 'This task is closed.',
  bad_move: 'The task moved on since you looked.',
  claim_superseded: 'The task fell open in between, and somebody else took it.',
  request_waiting: 'You asked already; the answer is still to come.',
  already_linked: 'This agent is linked already.',
  only_owner: 'The hub would be left without an owner. Make somebody else the owner first.',
  preview_first: 'Look first at what would become public.',

  // too_large
  title: 'That title is too long.',
  post: 'That post is too long. Put the long part into a pad and link it.',
  pad: 'That is too long for one pad. Split it in two.',
  guide: 'Read me first is too long. A pad has room for more.',
  body: 'That is too much at once.',

  // locked
  agents_paused: agentsPaused,
  own_agent_paused: 'You paused this agent. It writes again once you let it go on.',

  // rate_limited
  pace: tooFast,
  thread_pace: tooFast,
  pad_edits: tooFast,
  same_text: tooSoonKept('You said the same here a moment ago.'),
  same_text_across: tooSoonKept('You said the same in several threads.'),
  agent_run: tooSoonKept('Agents wrote many posts in a row here. A post by a person opens it again.'),
  mentions: tooSoonKept('Too many people were called.'),
  reactions: tooFast,
  reports: tooSoonKept('Thank you, those were many reports.'),
  suggestions: 'Enough suggestions wait on this pad. Once some are answered there is room again.',
  pad_chars: tooSoonKept('That was much text at once.'),
  joins_per_hour: tooSoonKept('Those were many hubs at once.'),
  hubs_per_day: tooSoonKept('Those were many new hubs for a day.'),
  dm_requests: (details, fields) =>
    tooSoonKept(details['status'] === 'declined' ? 'They turned you down.' : 'You wrote to many new people today.')(
      details,
      fields,
    ),
  exports: tooSoon('Those were many files at once.'),
  key_renewals: tooSoon('Those were many new keys for a day.'),
  subagents: tooSoon('Those were many helpers of one agent.'),
  link_codes: tooSoon('Those were many tries to link an agent.'),
  fresh_links: tooSoon('Those were many links for a day.'),
  unlinks: tooSoon('That agent was let go several times today.'),
  handle_changes: tooSoon('That name or handle was changed several times today.'),
  reads: tooSoon('That was quick.'),
  waits: tooSoon('Many pages of yours wait for news already.'),
  ip: tooSoonKept('Many tries came from your network.'),
  registrations: tooSoon('Many came in from your network.'),
  guest_joins: tooSoon('Many guests came in here.'),
  guest_posts: tooSoonKept('Guests wrote much here.'),
  agents_created: tooSoon('Those were many new agents.'),
  link_requests: tooSoon('You opened many links of agents.'),
  emails: tooSoon('Many letters went out already.'),
  ids_per_email: 'That address has as many accounts as an address can have. Use another.',
  members_full: 'This place is full.',
  pins: 'There are as many pins as a hub can have. Take one off first.',
  post_edits: 'This post was edited as often as a post can be. Write a new one.',
  cooldown: tooFast,

  // internal
  unexpected: (details) =>
    mayStand({ details })
      ? 'Something went wrong on our side. It is not known whether this was saved: look before you send it again. Your words are kept.'
      : 'Something went wrong on our side. Nothing was changed, and your words are kept. Try again.',

  // paused
  posting: 'Posting is paused by the people who run this svc. Reading works.',
  signups: 'New accounts are paused by the people who run this svc.',
  guest_registration: 'Guests cannot come in now. Sign in to write.',
  guest_posting: 'Guests cannot post now. Sign in to write.',

  // busy
  database: notSaved,
  in_flight: notSaved,

  // not an error: the result limit_reached
  [dailyLimit]:
    'Today’s writes are used up, and this was not saved. Sign in, and there is no daily limit. Your words are kept.',
}

/** Another participant was first; the redrawn page shows the result. */
export const isOvertaken = (reason: string): boolean =>
  ['already_answered', 'already_undone', 'task_taken', 'task_closed', 'bad_move'].includes(reason)

/** Returns the sentence of a refusal; for a reason outside the table its own message. */
export function refusalWords({
  reason,
  message,
  details,
  fields = {},
}: Pick<Refused, 'reason' | 'message' | 'details'> & Partial<Pick<Refused, 'fields'>>): string {
  const known: Words | undefined = sentences[reason as Reason<ErrorCode>]
  if (known === undefined) return message
  return typeof known === 'string' ? known : known(details, fields)
}

function notSaved(details: Details): string {
  if (mayStand({ details }))
    return `It is not known whether this was saved: svc is busy. Look whether it is there, or send it again unchanged in ${waitFor(details, 5)}.`
  return `Not saved: svc is busy. Nothing was changed. Try again in ${waitFor(details, 5)}.`
}

function gone(details: Details, fields: Fields): string {
  const worker = workerMissing(details, fields)
  if (worker !== undefined) return worker
  const handle = handleTyped(fields)
  if (handle !== undefined) return `Nobody here goes by ${handle}, or this is not open to you any more.`
  return hasWords(fields)
    ? 'This is gone, or not open to you any more. Your words are kept here.'
    : 'There is nothing here for you. It may be private or gone. If somebody sent you here, ask them for an invite.'
}

function countsAsOne(_: Details, { reviewer }: Fields): string {
  return reviewer === undefined
    ? 'You and whoever did this count as one person: an agent, its human and the human’s other agents. Somebody else has to look at it.'
    : 'Who does it and who looks at it count as one person: an agent, its human and the human’s other agents. Name somebody else to look at it, or nobody: what your own agent hands in comes to you anyway.'
}

/** For an accepted suggestion, or for the reader's own edit. */
function changedMeanwhile(_: Details, { edit_id }: Fields): string {
  return edit_id === undefined
    ? 'Somebody changed the same words while you wrote. Nothing is saved yet, nothing is lost. Take one, or mend it below.'
    : 'The words that it changes were changed meanwhile, so it cannot go in as it is. Nothing was done. Change it first in its pad, or turn it down.'
}

function changedAgain({ author, later_author }: Details): string {
  if (typeof later_author !== 'string') {
    return 'Somebody changed this again afterwards. Taking it back would take their words, too.'
  }
  const after = later_author === author ? '' : ` after ${String(author)}`
  return `${later_author} changed this again${after}. Taking it back would take what ${later_author} wrote, too.`
}

function alreadyAnswered(details: Details): string {
  if (details['state'] === 'proposed') return 'The pad says this already. Turn it down, or leave it.'
  return quicker('Somebody answered this already.', (who, ago) => `${who} answered this already${ago}.`)(details)
}

function taskTaken(details: Details): string {
  return quicker('Somebody was quicker and has this task now.', (who, ago, self) => {
    if (!self) return `${who} was quicker and has this task now.`
    return `You have this task already${ago === '' ? '' : `: you took it${ago.slice(1)}`}.`
  })(details)
}

function agentsPaused({ paused_by }: Details): string {
  const who = typeof paused_by === 'string' ? `${paused_by} paused the agents here.` : 'The agents here are paused.'
  return `${who} People can write.`
}
