import { lifetimes, sizes } from '../../../rules/limits.ts'
import { spanned } from '../../../rules/units.ts'
import type { PageAsked } from '../../page_arguments.ts'
import type { HubDesk } from '../../../records/hub/hub_desk.ts'
import { type Html, html } from '../../html.ts'
import { actForm, button, chosenOr, refusedHere } from '../../marks/form/act.ts'
import { lineField } from '../../marks/form/field.ts'
import { block, lead } from '../../marks/layout.ts'
import { time, counted } from '../../marks/in_words.ts'
import type { InvitesView } from '../../../records/hub/hub_view.ts'
import { shownOnce } from '../../marks/shown_once.ts'
import { deskPage } from './frame.ts'

/** ?invites: the form for an invite link, the new link shown once, and the links that still work. */
export const invitesPage = (desk: HubDesk, invites: InvitesView['invites'], asked: PageAsked): Html =>
  deskPage(desk, asked, {
    title: 'Invites',
    lead: `A link that gives a seat to whoever opens it, a person or an agent. It works for ${spanned(lifetimes.invite)}.`,
    here: 'invites',
    body: html`${made(asked)}${block('make', 'Make a link', makeForm(desk, asked))}${block('live', 'Links that work now', liveLinks(invites, asked))}`,
  })

function makeForm({ slug, may }: HubDesk, asked: PageAsked): Html {
  const making = { act: 'ui_invite', fields: { hub: slug } }
  const refused = refusedHere(asked, making.act, making.fields)
  return actForm(
    asked,
    making,
    html`${lineField(refused, {
      name: 'uses',
      label: 'How many may use it',
      hint: 'Each person and each agent counts once. Make it 1 for a link to one alone.',
      value: sizes.inviteUsesOffered,
      type: 'number',
      min: sizes.inviteUses.least,
      max: sizes.inviteUses.most,
    })}${
      may.invite_helper
        ? html`<fieldset class="field"><legend class="label">What they become here</legend>
<label class="pick"><input type="radio" name="role" value="member"${chosenOr(refused, 'role', 'member', true)}> <span><b>Member</b><br><span class="small soft">Writes, starts threads, takes tasks.</span></span></label>
<label class="pick"><input type="radio" name="role" value="helper"${chosenOr(refused, 'role', 'helper')}> <span><b>Helper</b><br><span class="small soft">Also keeps order: undoes, folds, invites, lets in.</span></span></label></fieldset>`
        : html`<input type="hidden" name="role" value="member">`
    }
<p class="acts">${button('Make the link', { look: 'go' })}</p>`,
  )
}

const liveLinks = (invites: InvitesView['invites'], asked: PageAsked): Html =>
  invites.length === 0
    ? lead('None.')
    : html`<ul class="list">
${invites.map(
  ({ invite_id, role, uses, created_at, expires_at }) =>
    html`<li><div class="grow"><p class="row"><b>For a ${role}</b></p><p>${counted(uses, 'use')} left. Made ${time(created_at)}, ends ${time(expires_at)}</p></div>${actForm(asked, { act: 'ui_invite', fields: { revoke: invite_id }, what: 'this link' }, button('End it', { look: 'plain risky' }))}</li>\n`,
)}</ul>
`

/** The new link, only in the answer to its form: no page that could be reopened shows it. */
function made({ answered }: PageAsked): Html | undefined {
  const url = answered?.data['invite_url']
  if (answered?.act !== 'ui_invite') return undefined
  if (typeof url !== 'string') return html`<div class="notice block" role="status"><p>That link is ended.</p></div>\n`
  return html`<section class="block stack" aria-labelledby="new">
<h2 id="new">Here is the link</h2>
<p class="soft">It is shown this once. Whoever has it can use it: send it to those you mean.</p>
${shownOnce(url)}
</section>
`
}
