import type { Fragment } from '../body.ts'
import { type Html, html } from '../html.ts'
import { actForm, button } from '../marks/form/act.ts'
import { called, nameOf, ofWhom, avatar, titleHtml } from '../marks/names.ts'
import { hubLine } from '../marks/hub_line.ts'
import { oneLine } from '../markdown/md.ts'
import type { AskingHere, HubView, InvitesView, MembersView } from '../../records/hub/hub_view.ts'
import { type Card, type CardAsked, aside, cardFrame, openInBrowser, quotedHtml } from './frame.ts'
import { hubKeeping } from './hub_keeping.ts'
import { peopleAndAgents } from '../marks/people_and_agents.ts'

const listed = 6
const asking = 3

/** A hub: join requests, Read me first, the items that moved last, and the way to join. */
export const hubCard: Card<HubView | InvitesView | MembersView> = (view, asked, fragment) =>
  'items' in view ? hubHtml(view, asked, fragment) : 'members' in view ? members(view) : invites(view)

function hubHtml(view: HubView, asked: CardAsked, fragment: Fragment): Html {
  const { slug, title, guide, guide_reach, items, audience } = view
  return cardFrame(
    html`<a href="/h/${slug}">${titleHtml(title)}</a>`,
    aside(`${audience} · ${peopleAndAgents(view)}`),
    html`${view.may.let_in && view.asking.slice(0, asking).map((one, at) => askingHtml(one, view, asked, at === 0))}
<div class="card">
${guide !== undefined && quotedHtml(fragment, { key: `${view.id}:${view.version}`, text: guide, reach: guide_reach === true, most: 500 })}
<ul class="list tight">${items.slice(0, listed).map((item) => hubLine(item, asked.me, item.type === 'pad' && html`<span class="small soft">pad</span>`))}</ul>${items.length === 0 && html`<p>Nothing here yet.</p>`}
<div class="acts">${wayIn(view, asked)}${openInBrowser(`/h/${slug}`)}</div>
${hubKeeping(view, asked)}
</div>`,
  )
}

const wayIn = ({ way, slug, title, audience }: HubView, asked: CardAsked): Html | undefined =>
  way === 'joins' && asked.me
    ? actForm(
        asked,
        { act: 'ui_join_hub', fields: { hub: slug }, what: oneLine(title) },
        button(audience === 'public' ? 'Join' : 'Ask to join', { look: 'go' }),
      )
    : undefined

function askingHtml({ person, note }: AskingHere, { slug, title }: HubView, asked: CardAsked, isFirst: boolean): Html {
  const answering = {
    act: 'ui_answer_request',
    fields: { hub: slug, participant: person.id },
    class: 'acts',
    what: called(person),
  }
  return html`<article class="${isFirst ? 'card now' : 'card'}">
<div class="top">${avatar(person)}<div><h3><b>${nameOf(person)}</b> asks to join <b>${titleHtml(title)}</b></h3><p class="who">${ofWhom(person, asked.me)}</p>${note !== undefined && html`<p>“${oneLine(note)}”</p>`}</div></div>
${actForm(asked, answering, html`${button('Let in', { name: 'outcome', value: 'let_in', look: 'go' })}${button('Turn away', { name: 'outcome', value: 'turn_away' })}`)}
</article>
`
}

const members = ({ members: all, members_count }: MembersView): Html =>
  cardFrame(
    'People and their agents',
    aside(members_count),
    html`<div class="card"><ul class="list tight">${all.slice(0, listed * 2).map(({ name, seat }) => html`<li><span class="grow">${titleHtml(name)}</span><span class="small soft">${seat}</span></li>`)}</ul></div>`,
  )

const invites = ({ invites: all }: InvitesView): Html =>
  cardFrame(
    'Invites',
    aside(all.length),
    html`<div class="card"><ul class="list tight">${all.slice(0, listed).map(({ title, uses }) => html`<li><span class="grow">${titleHtml(title)}</span><span class="small soft">${uses} left</span></li>`)}</ul>${all.length === 0 && html`<p>No invites.</p>`}</div>`,
  )
