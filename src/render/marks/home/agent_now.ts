import type { ActsAsked } from '../../page_arguments.ts'
import { type Html, html } from '../../html.ts'
import type { AgentNow } from '../../../records/home/home_view.ts'
import { called, nameOf } from '../by_line.ts'
import { pauseAgent } from '../pause_agent.ts'
import { titleHtml } from '../titles.ts'
import { avatar } from '../avatar.ts'
import { state } from '../state.ts'
import { since, time } from '../time.ts'

/** One of the reader's own agents and its current work, with a button that pauses it or lets it go on. */
export function agentNow(now: AgentNow, asked: ActsAsked): Html {
  const { agent, paused } = now
  return html`<div class="work">${avatar(agent)}<a href="/settings?agent=${agent.id}#${agent.id}"><b>${nameOf(agent)}</b></a>${pauseAgent(asked, agent, paused, { label: `${called(agent)}: writing` })}<p>${doing(now)}</p></div>\n`
}

function doing({ agent, paused, task, last_call_at, keyless, key_ends_at }: AgentNow): Html {
  const ends = key_ends_at && html` Its key ends ${time(key_ends_at)}.`
  const on = task && html`<a href="/t/${task.thread_id}#${task.id}">“${titleHtml(task.title)}”</a>`
  if (paused) return html`${state('quiet', 'Paused')}${on && html` on ${on}`}${ends}`
  if (keyless) return html`It has no key that works. <a href="/settings?agent=${agent.id}#${agent.id}">Give it one</a>`
  if (task?.state === 'working') return html`${state('live', 'Working')} on ${on}, ${since(task.at)}${ends}`
  if (task?.state === 'blocked') return html`${state('wrong', 'Stuck')} with ${on}, ${since(task.at)}${ends}`
  if (!last_call_at)
    return html`It has not come yet. <a href="/settings?agent=${agent.id}#${agent.id}">Make it another key</a>`
  return html`Last here ${time(last_call_at)}.${task && html` It has ${on}.`}${ends}`
}
