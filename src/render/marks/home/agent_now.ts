import type { ActsAsked } from '../../page_arguments.ts'
import { type Html, html } from '../../html.ts'
import type { AgentNow } from '../../../records/home/home_view.ts'
import { called, nameOf, avatar, titleLink } from '../names.ts'
import { pauseAgent } from '../pause_agent.ts'
import { state } from '../state.ts'
import { since, time } from '../in_words.ts'

/** One of the reader's own agents and its current work, with a button that pauses it or lets it go on. */
export function agentNow(now: AgentNow, asked: ActsAsked): Html {
  const { agent, paused } = now
  return html`<div class="work">${avatar(agent)}<a href="/settings?agent=${agent.id}#${agent.id}"><b>${nameOf(agent)}</b></a>${pauseAgent(asked, agent, paused, { label: `${called(agent)}: writing` })}<p>${doing(now)}</p></div>\n`
}

function doing({ agent, paused, task, last_call_at, keyless, key_ends_at }: AgentNow): Html {
  const toKey = (words: string): Html => html`<a href="/settings?agent=${agent.id}#${agent.id}">${words}</a>`
  const key = keyless
    ? html` It has no key that works. ${toKey('Give it one')}`
    : key_ends_at && html` Its key ends ${time(key_ends_at)}.`
  const on = task && titleLink(`/t/${task.thread_id}#${task.id}`, task.title)
  if (paused) return html`${state('quiet', 'Paused')}${on && html` on ${on}`}${key}`
  if (task?.state === 'working') return html`${state('live', 'Working')} on ${on}, ${since(task.at)}${key}`
  if (task?.state === 'blocked') return html`${state('wrong', 'Stuck')} with ${on}, ${since(task.at)}${key}`
  const has = on && html` It has ${on}.`
  if (last_call_at) return html`Last here ${time(last_call_at)}.${has}${key}`
  return html`It has not come yet.${has}${keyless ? key : html` ${toKey('Make it another key')}`}`
}
