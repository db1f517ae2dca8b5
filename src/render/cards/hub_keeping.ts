import { type Html, html } from '../html.ts'
import { actForm, button } from '../marks/form/act.ts'
import { publishPreview } from '../marks/publish_preview.ts'
import { counted } from '../marks/in_words.ts'
import { nameOf } from '../marks/names.ts'
import { oneLine } from '../markdown/md.ts'
import type { HubView, Seated } from '../../records/hub/hub_view.ts'
import type { CardAsked } from './frame.ts'

const listed = 5

/** The settings of a hub that fit a card, for owner and helpers: invites, mode, audience, roles. */
export function hubKeeping(view: HubView, asked: CardAsked): Html | undefined {
  const { slug, may, people, mode } = view
  const parts = [
    may.invite &&
      actForm(asked, { act: 'ui_invite', fields: { hub: slug }, class: 'acts' }, button('Make an invite link')),
    may.set_mode &&
      actForm(
        asked,
        { act: 'ui_update_hub', fields: { hub: slug, mode: mode === 'open' ? 'checked' : 'open' }, class: 'acts' },
        button(mode === 'open' ? 'Have changes checked first' : 'Let changes go in at once'),
      ),
    may.publish && view.audience === 'private' && publishing(view, asked),
    may.set_role && roles(people, view, asked),
  ].filter((part) => part !== undefined && part !== false)
  if (parts.length === 0 || !asked.me) return undefined
  return html`<details${asked.answered && html` open`}><summary class="small soft">Look after it</summary><div class="stack spaced">${parts}</div></details>`
}

function publishing({ slug }: HubView, asked: CardAsked): Html {
  const fields = { hub: slug, audience: 'public' }
  const shown = publishPreview(asked)
  if (!shown)
    return actForm(asked, { act: 'ui_set_visibility', fields, class: 'acts' }, button('See what would become public'))
  const { threads, posts, pads, people, flagged_secrets: secrets, publish_token } = shown
  return html`<div class="notice open"><p>Everybody could read ${counted(threads, 'thread')} with ${counted(posts, 'post')}, and ${counted(pads, 'pad')}, written by ${counted(people, 'person or agent', 'people and agents')}.${secrets > 0 && html` <b>${counted(secrets, 'place looks', 'places look')} like a key or a password.</b>`}</p>${actForm(asked, { act: 'ui_set_visibility', fields: { ...fields, publish_token } }, button('Publish', { look: 'go' }))}</div>`
}

const roles = (people: readonly Seated[], { slug }: HubView, asked: CardAsked): Html | undefined => {
  const others = people.filter(({ person, seat }) => seat !== 'owner' && person.id !== asked.me?.id).slice(0, listed)
  if (others.length === 0) return undefined
  return html`<ul class="list tight">${others.map(({ person, seat }) => html`<li><span class="grow">${nameOf(person)} <span class="small soft">${seat}</span></span>${actForm(asked, { act: 'ui_set_role', fields: { hub: slug, participant: person.id, role: seat === 'helper' ? 'member' : 'helper' }, what: oneLine(person.name) }, button(seat === 'helper' ? 'Make a member' : 'Make a helper', { look: 'plain' }))}</li>`)}</ul>`
}
