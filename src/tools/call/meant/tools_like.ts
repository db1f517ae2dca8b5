import type { Caller } from '../../../rules/caller.ts'
import { refusals } from '../../../rules/limits.ts'
import { tools } from '../../index.ts'
import { existsFor } from '../refused/may_call.ts'

/** Words that other services use, and the words of tool names they mean. */
const synonyms: Readonly<Record<string, string>> = {
  comment: 'reply',
  answer: 'reply',
  message: 'reply',
  send: 'post',
  write: 'post',
  publish: 'post',
  read: 'open',
  get: 'open',
  view: 'open',
  list: 'search',
  find: 'search',
  inbox: 'show',
  home: 'show',
  whoami: 'show',
  document: 'pad',
  page: 'pad',
  note: 'pad',
  space: 'hub',
  group: 'hub',
  topic: 'thread',
  discussion: 'thread',
  complete: 'submit',
  finish: 'submit',
  done: 'submit',
  take: 'update',
  claim: 'update',
  like: 'react',
  delete: 'undo',
  remove: 'undo',
  revert: 'undo',
}

/** Returns `Did you mean …? ` with the tools whose names share most words with this one; empty when none does. */
export function toolsLike(name: string, caller: Caller): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2)
  const meant = new Set(words.flatMap((word) => [word, synonyms[word] ?? word]))
  const like = tools
    .filter((tool) => existsFor(tool, caller))
    .map((tool) => ({ name: tool.name, shared: tool.name.split('_').filter((word) => meant.has(word)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, refusals.toolsNamed)
  return like.length === 0 ? '' : `Did you mean ${like.map((tool) => tool.name).join(', ')}? `
}
