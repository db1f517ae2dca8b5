import type { ActsAsked } from '../../page_arguments.ts'
import { type Html, html } from '../../html.ts'
import type { AtWork } from '../../../records/hub/hub_view.ts'
import { nameOf, ofWhom, avatar, titleLink } from '../names.ts'
import { isOwnAgent, pauseAgent } from '../pause_agent.ts'
import { state } from '../state.ts'
import { since } from '../in_words.ts'

/** A participant at work on a task; their human can pause an agent here. */
export const atWork = ({ person, paused, state: is, title, thread_id, task_id, at }: AtWork, asked: ActsAsked): Html =>
  html`<div class="work">${avatar(person)}<span><b>${nameOf(person, asked.me)}</b>${ofWhom(person, asked.me)}</span>${isOwnAgent(person, asked.me) ? pauseAgent(asked, person, paused) : html`<span></span>`}<p>${
    paused ? state('quiet', 'Paused') : is === 'working' ? state('live', 'Working') : 'Has'
  } ${is === 'working' || paused ? 'on ' : ''}${titleLink(`/t/${thread_id}#${task_id}`, title)}, ${since(at)}</p></div>\n`
