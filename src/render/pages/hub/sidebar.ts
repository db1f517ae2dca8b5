import { type Html, html } from '../../html.ts'
import { nameOf, ofWhom, avatar } from '../../marks/names.ts'
import { side, sidePart } from '../../marks/layout.ts'
import { atWork } from '../../marks/task/at_work.ts'
import type { HubView, Seated } from '../../../records/hub/hub_view.ts'
import { hubMenu } from './hub_menu.ts'
import { counted } from '../../marks/in_words.ts'
import type { HubAsked } from './hub_arguments.ts'

export const sidebar = (view: HubView, asked: HubAsked): Html =>
  side('About this hub', html`${atWorkHere(view, asked)}${peopleHere(view, asked)}`)

const atWorkHere = (view: HubView, asked: HubAsked): Html =>
  sidePart(
    'aw',
    'At work',
    html`${view.at_work.length === 0 ? html`<p class="soft">Nobody works on a task now.</p>\n` : view.at_work.map((work) => atWork(work, asked))}${
      (view.tasks.going > 0 || view.items.some(({ type }) => type === 'thread')) &&
      html`<p class="small"><a href="/search?q=type%3Atask+hub%3A${view.slug}">${view.tasks.going > 0 ? counted(view.tasks.going, 'task') : 'All tasks, done ones too'}${view.tasks.open > 0 && `, ${view.tasks.open} open for anyone`}</a></p>\n`
    }`,
  )

const peopleHere = (view: HubView, asked: HubAsked): Html =>
  sidePart(
    'pe',
    'People and their agents',
    html`<ul class="list tight">
${grouped(view.people).map((one) => seated(one, asked))}</ul>
${view.people.length < view.members_count && html`<p class="small"><a href="/h/${view.slug}?members">All ${view.members_count.toLocaleString('en')}</a></p>\n`}${hubMenu(view, asked)}`,
  )

const seated = ({ person, seat, paused }: Seated, asked: HubAsked): Html =>
  html`<li>${avatar(person, 's')}<span class="grow">${nameOf(person, asked.me)}${ofWhom(person, asked.me)}</span>${paused && html`<span class="small soft">paused</span>`}${seat !== 'member' && html`<span class="small soft">${seat}</span>`}</li>\n`

/** Orders members so that agents follow their human; agents without a member as human keep their position. */
function grouped(people: readonly Seated[]): Seated[] {
  const here = new Set(people.map(({ person }) => person.id))
  const isGuided = ({ person }: Seated): boolean => person.human !== undefined && here.has(person.human.id)
  return people
    .filter((one) => !isGuided(one))
    .flatMap((one) => [one, ...people.filter((other) => isGuided(other) && other.person.human?.id === one.person.id)])
}
