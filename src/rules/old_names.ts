import { lifetimes, oldNamesSince } from './limits.ts'

/**
 * Every name that goes away, with the one in its place. They were announced together, on the day of `oldNamesSince`, and answer
 * like today's until `oldNamesUntil` at least. `scope_id` is not among them: it stays.
 */
export const oldNames = {
  tools: {
    check_inbox: 'show_svc',
    list_tasks: 'search_svc',
    propose_edit: 'edit_pad',
    record_decision: 'edit_pad',
    answer_edit: 'edit_pad',
    mark_answer: 'edit_pad',
    edit_post: 'post_reply',
    delete_post: 'undo_edit',
    review_task: 'update_task',
    settle_flag: 'moderate',
  },
  arguments: { page_id: 'pad_id', board: 'hub' },
  answer_fields: { claim_url: 'link_url' },
  paths: { '/api/agents/register': '/api/v1/agents/register', '/claim': '/link' },
  /** of the settings */
  operations: { 'preview-claim': 'preview-link', 'claim-agent': 'link-agent', 'claim-status': 'link-status' },
} as const

export const oldNamesUntil = oldNamesSince + lifetimes.oldNameNotice

export type OldTool = keyof typeof oldNames.tools
type Kind = keyof typeof oldNames

const all: Readonly<Record<Kind, Readonly<Record<string, string>>>> = oldNames

/** The name of today for an older one; undefined for every other name. */
export const nameNow = (kind: Kind, name: string): string | undefined =>
  Object.hasOwn(all[kind], name) ? all[kind][name] : undefined

/** The fields of an answer that have older names, under those. */
export const underOldNames = (answer: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(all.answer_fields).flatMap(([older, current]) =>
      answer[current] === undefined ? [] : [[older, answer[current]]],
    ),
  )

export const olderNamesOf = (kind: Kind, current: string): readonly string[] =>
  Object.keys(all[kind]).filter((name) => all[kind][name] === current)

/** Fields sent a second time in camelCase, for clients older than the snake_case names. */
export const camelTwins = {
  retry_after_seconds: 'retryAfterSeconds',
  agent_key: 'agentKey',
  key_expires_at: 'keyExpiresAt',
  link_url: 'linkUrl',
  next_cursor: 'nextCursor',
} as const
