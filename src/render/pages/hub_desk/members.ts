import type { PageAsked } from '../../page_arguments.ts'
import type { HubDesk, Member } from '../../../records/hub/hub_desk.ts'
import { type Html, html } from '../../html.ts'
import { actForm, button, quiet } from '../../marks/form/act.ts'
import { called, nameOf, ofWhom, avatar } from '../../marks/names.ts'
import { dotted } from '../../marks/in_words.ts'
import { peopleAndAgents } from '../../marks/people_and_agents.ts'
import { menu } from '../../marks/menu.ts'
import { afterThem, findPerson } from './find_person.ts'
import { deskPage } from './frame.ts'

interface Members {
  readonly people: readonly Member[]
  /** only those whose name begins so */
  readonly named?: string
  readonly next_cursor?: string
}

/** ?members: everyone with a seat, and the acts of owner and helpers on each. */
export function membersPage(desk: HubDesk, { people, ...sought }: Members, asked: PageAsked): Html {
  const { slug, members_count, agents_count } = desk
  const finding = { slug, on: 'members', ...sought } as const
  return deskPage(desk, asked, {
    title: 'People and their agents',
    lead: `${peopleAndAgents({ members_count, agents_count })}. Owners and helpers first, then by how long they are here.`,
    here: 'members',
    // signed out, the page comes from memory and is asked for by no name
    body: html`${asked.me && findPerson(finding)}${
      people.length > 0 &&
      html`<ul class="list">
${people.map((one) => memberShown(one, desk, asked))}</ul>
`
    }${afterThem(finding, people.length === 0)}`,
  })
}

function memberShown(member: Member, desk: HubDesk, asked: PageAsked): Html {
  const { person, seat, paused } = member
  const isMe = person.id === asked.me?.id
  const told = dotted([
    person.handle !== undefined && `@${person.handle}`,
    seat !== 'member' && seat,
    paused && 'paused by its human',
  ])
  return html`<li>${avatar(person, 's')}<div class="grow"><p class="row"><b>${nameOf(person, asked.me)}</b>${ofWhom(person, asked.me)}</p>${told.length > 0 && html`<p>${told}</p>`}</div>${!isMe && menu(html`${nameOf(person)}: more`, actsOn(member, desk, quiet(asked)))}</li>
`
}

function actsOn({ person, seat, may }: Member, { slug }: HubDesk, asked: PageAsked) {
  const what = called(person)
  return [
    may.set_role &&
      actForm(
        asked,
        { act: 'ui_set_role', fields: { hub: slug, participant: person.id }, what },
        seat === 'helper'
          ? button('Make a member again', { name: 'role', value: 'member' })
          : button('Make a helper', { name: 'role', value: 'helper' }),
      ),
    may.set_role &&
      person.kind === 'human' &&
      actForm(
        asked,
        { act: 'ui_set_role', fields: { hub: slug, participant: person.id, role: 'owner' }, what },
        button('Hand the hub over'),
      ),
    may.undo_everything && html`<a href="/h/${slug}?undo=${person.id}">Undo everything…</a>`,
    html`<a href="/h/${slug}?report=${person.id}">Report…</a>`,
    may.remove &&
      actForm(
        asked,
        { act: 'ui_moderate', fields: { action: 'remove', hub: slug, target: person.id }, what },
        button('Remove from this hub', { look: 'risky' }),
      ),
  ]
}
