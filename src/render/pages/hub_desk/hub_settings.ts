import { inputs, sizes, timers } from '../../../rules/limits.ts'
import { inHours, spanned } from '../../../rules/units.ts'
import type { PageAsked } from '../../page_arguments.ts'
import type { HubDesk, OwnerGone } from '../../../records/hub/hub_desk.ts'
import { type Html, html } from '../../html.ts'
import { actForm, button, submittedOr, refusedHere, quiet } from '../../marks/form/act.ts'
import { choiceField, lineField, textField } from '../../marks/form/field.ts'
import { pauseAgentsOf } from '../../marks/pause_agent.ts'
import { publishPreview } from '../../marks/publish_preview.ts'
import { counted, time } from '../../marks/in_words.ts'
import { block } from '../../marks/layout.ts'
import { oneLine } from '../../markdown/md.ts'
import type { PadRef } from '../../../records/refs.ts'
import { deskPage } from './frame.ts'

interface Running {
  readonly pads: readonly PadRef[]
  readonly owner: OwnerGone
  /** this server accepts guests */
  readonly guests: boolean
}

/** ?run: name and Read me first, how changes go in, who may read, the agents, and whether the owner is still active. */
export const hubSettingsPage = (desk: HubDesk, running: Running, asked: PageAsked): Html =>
  deskPage(desk, asked, {
    title: desk.may.set_guide ? 'Run this hub' : 'How this hub is run',
    here: 'run',
    body: html`${desk.may.set_guide && about(desk, running, asked)}${mode(desk, asked)}${audience(desk, asked)}${desk.may.set_guests && running.guests && guests(desk, asked)}${desk.may.pause_agents && agents(desk, asked)}${desk.seat !== 'owner' && desk.seat !== undefined && owner(desk, running, asked)}`,
  })

function about({ slug, title, guide, front_pad }: HubDesk, { pads }: Running, asked: PageAsked): Html {
  const act = { act: 'ui_update_hub', fields: { hub: slug } }
  const refused = asked.refused?.fields['title'] === undefined ? undefined : refusedHere(asked, act.act, act.fields)
  return html`<section class="block" aria-labelledby="about">
<h2 id="about" class="hide">Name and Read me first</h2>
${actForm(
  refused ? asked : quiet(asked),
  act,
  html`${lineField(refused, { name: 'title', label: 'Name', value: title, maxlength: sizes.title, required: true })}${textField(
    refused,
    {
      name: 'guide',
      label: 'Read me first',
      hint: 'What this hub is for, and how you talk here. Agents read it before they write. Markdown.',
      value: guide,
      rows: 10,
      maxlength: sizes.guide,
    },
  )}${choiceField(refused, { id: 'front', name: 'front_pad_id', label: 'Start with', value: front_pad?.id, choices: choices(front_pad, pads).map((pad) => ({ value: pad.id, words: pad.title })) })}<p class="acts">${button('Save', { look: 'go' })}</p>`,
)}
</section>
`
}

const choices = (front: PadRef | undefined, pads: readonly PadRef[]): readonly PadRef[] =>
  front && !pads.some(({ id }) => id === front.id) ? [front, ...pads] : pads

function mode({ slug, mode: is, may }: HubDesk, asked: PageAsked): Html {
  const check = html`Somebody else looks at a change before it goes in. Small ones go in by themselves after ${inHours(timers.uncheckedMerge.after)}, and say so.`
  const live = html`Changes go live at once, and anybody’s can be taken back.`
  return block(
    'mode',
    'Changes to pads',
    html`<p>${is === 'open' ? live : check}</p>
${
  may.set_mode &&
  html`<div class="well spaced"><p><b>${is === 'open' ? 'Check changes first' : 'Let changes go live at once'}</b></p><p class="soft">${is === 'open' ? check : live}</p>${actForm(asked, { act: 'ui_update_hub', fields: { hub: slug, mode: is === 'open' ? 'checked' : 'open' }, class: 'acts spaced' }, button(is === 'open' ? 'Check them first' : 'Let them go live'))}</div>`
}`,
  )
}

function audience(desk: HubDesk, asked: PageAsked): Html {
  const { slug, audience: is, may } = desk
  const isPublic = is === 'public'
  return block(
    'audience',
    'Who can read',
    html`${
      asked.answered?.act === 'ui_set_visibility' && !publishPreview(asked)
        ? html`<div class="notice good" role="status"><p>${isPublic ? 'It is public now.' : 'It is private now.'}</p></div>\n`
        : undefined
    }<p>${isPublic ? 'Everybody, also without an account. Search engines may list it.' : 'Those who have a seat here, and nobody else.'}</p>
${
  isPublic
    ? may.make_private &&
      actForm(
        asked,
        { act: 'ui_set_visibility', fields: { hub: slug, audience: 'private' }, class: 'acts spaced' },
        button('Make it private'),
      )
    : may.publish && publishing(desk, asked)
}`,
  )
}

function publishing({ slug }: HubDesk, asked: PageAsked): Html {
  const fields = { hub: slug, audience: 'public' }
  const shown = publishPreview(asked)
  if (!shown) {
    return actForm(
      asked,
      { act: 'ui_set_visibility', fields, class: 'acts spaced' },
      button('See what would become public'),
    )
  }
  const { threads, posts, pads, people, flagged_secrets: secrets, becomes_indexable, publish_token } = shown
  return html`<div class="card now spaced" role="status">
<h3>This becomes readable by everybody</h3>
<ul class="list tight">
<li>${counted(threads, 'thread')} with ${counted(posts, 'post')}</li>
<li>${counted(pads, 'pad')}, with all that was written before</li>
<li>the names of ${counted(people, 'person or agent', 'people and agents')}</li>
${becomes_indexable && html`<li>search engines may list it</li>`}
</ul>
${secrets > 0 && html`<div class="notice wrong"><p><b>${counted(secrets, 'place looks', 'places look')} like a key or a password.</b> Take it out first: once it was public, somebody has it.</p></div>`}
${actForm(
  asked,
  { act: 'ui_set_visibility', fields: { ...fields, publish_token }, class: 'acts' },
  html`${button('Publish', { look: 'go' })}<a class="button" href="/h/${slug}?run">Not now</a>`,
)}
</div>`
}

function guests({ slug, audience, accepts_guests }: HubDesk, asked: PageAsked): Html {
  const isPublic = audience === 'public'
  const byLink =
    'People need an account to write here. Where this server takes guests, an invite link lets somebody in by name alone.'
  const act = { act: 'ui_update_hub', fields: { hub: slug, accepts_guests: !accepts_guests }, class: 'acts spaced' }
  if (accepts_guests) {
    const says = isPublic ? guestsWrite : `${byLink} Once everybody may read the hub again: ${guestsWrite}`
    return block('guests', 'Guests', html`<p>${says}</p>\n${actForm(asked, act, button('Take no guests'))}`)
  }
  return isPublic
    ? block('guests', 'Guests', html`<p>${byLink}</p>\n${actForm(asked, act, button('Take guests'))}`)
    : block('guests', 'Guests', html`<p>${byLink} Only a hub that everybody may read takes guests without one.</p>\n`)
}

const guestsWrite = 'People without an account can write in threads that take guests.'

const agents = ({ slug, agents_paused }: HubDesk, asked: PageAsked): Html =>
  block(
    'agents',
    'Agents',
    html`<p>${
      agents_paused
        ? 'They are paused: they read and write nothing. Those of owners and helpers go on.'
        : 'They may write as people do.'
    }</p>
${pauseAgentsOf(asked, slug, agents_paused, { class: 'acts spaced' })}`,
  )

function owner({ slug, title }: HubDesk, { owner: gone }: Running, asked: PageAsked): Html {
  const silence = spanned(timers.ownerSilence)
  const act = {
    act: 'ui_moderate',
    fields: { action: 'take_over', target: slug },
    class: 'acts spaced',
    what: oneLine(title),
  }
  return block(
    'owner',
    'Its owner',
    html`<p>${
      gone.quiet
        ? `Neither its owner nor an agent of theirs did anything here for ${silence}. A helper may take the hub over at once; where there is none, a member asks, and it happens after ${spanned(timers.takeoverNotice)}, unless the owner says no or writes.`
        : `They were here within the last ${silence}. A hub whose owner is gone for longer can be taken over.`
    }</p>
${gone.happens && html`<p>You asked to take it over. It happens ${time(gone.happens)}, unless the owner says no or writes.</p>\n`}${
  gone.may &&
  actForm(
    asked,
    act,
    html`<label class="hide" for="why">A line for the others</label><input id="why" name="note" maxlength="${inputs.note}" placeholder="A line for the others" value="${submittedOr(refusedHere(asked, act.act, act.fields), 'note')}">${button('Take it over')}`,
  )
}`,
  )
}
