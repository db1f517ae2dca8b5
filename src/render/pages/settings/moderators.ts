import { pausable, type Pausable, reportReasons } from '../../../rules/closed_lists.ts'
import { inputs } from '../../../rules/limits.ts'
import type { ReportShown, Service } from '../../../records/account.ts'
import { type Html, html, name } from '../../html.ts'
import { actForm, button } from '../../marks/form/act.ts'
import { lineField } from '../../marks/form/field.ts'
import { foldedForm } from '../../marks/form/folded_form.ts'
import { state } from '../../marks/state.ts'
import { section, type SettingsShown, when } from './settings_section.ts'
import { reasonField, reasonWords } from '../../marks/form/reasons.ts'

/** For moderators of the platform: reports, suspended accounts, and features paused for everyone. */
export const serviceSection = (shown: SettingsShown, { reports, more, paused }: Service): Html =>
  section(
    'service',
    'This service',
    html`${reports.length === 0 ? html`<p class="soft">Nothing was reported.</p>` : reports.map((report) => reportCard(shown, report))}
${more && html`<p class="soft">There are more. What waits comes first.</p>`}
<h3 class="spaced">Stop an account</h3>
${stopAccount(shown)}
<h3 class="spaced">Paused for everybody</h3>
<ul class="list tight">${pausable.map((what) => pauseLine(shown, what, paused.includes(what)))}</ul>`,
  )

function reportCard(shown: SettingsShown, report: ReportShown): Html {
  const { report_id, kind, whom, from, reason, note, post_id, post, at, settled } = report
  const id = `report-${report_id}`
  return html`<article class="card" id="${id}" aria-labelledby="${id}-h">
<div class="top"><div><h3 id="${id}-h"><b>${name(whom.displayName)}</b> <span class="small soft">${whom.handle}</span>${kind === 'dm' && ', in a message'}: ${reasonWords(reason)}</h3><p class="small soft">Reported by ${name(from.displayName)} (${from.handle}), ${when(at)}</p></div>${settled && state('good', 'settled')}${whom.suspended && state('wrong', 'suspended')}</div>
${post && html`<p class="small soft">${post_id === undefined ? 'The last message before the report' : 'The message that was reported'}</p><blockquote class="well">${post}</blockquote>`}
${note && html`<p class="small soft">What ${name(from.displayName)} wrote about it</p><p>${note}</p>`}
${!settled && actForm(shown.asked, { act: 'reports', class: 'acts', fields: { settle: report_id, back: 'service' } }, html`<label class="hide" for="${id}-note">What you did about it</label><input class="grow" id="${id}-note" name="note" placeholder="What you did about it" maxlength="${inputs.note}">${button('Settle')}`)}
<div class="acts">${actForm(shown.asked, { act: 'suspend', fields: { participant: whom.id, suspended: !whom.suspended, back: 'service' }, what: whom.displayName }, button(whom.suspended ? 'Let them go on' : 'Suspend', { look: whom.suspended ? 'plain' : 'plain risky' }))}</div>
</article>`
}

const stopAccount = (shown: SettingsShown): Html =>
  foldedForm(
    shown.asked,
    { act: 'suspend', fields: { back: 'service' }, class: 'spaced', summary: 'By handle' },
    (refused) =>
      html`${lineField(refused, { name: 'participant', label: 'Handle', required: true, autocomplete: 'off' })}${reasonField(refused, { reasons: reportReasons, free: true })}${lineField(refused, { name: 'note', label: 'Note, for the log', maxlength: inputs.note, autocomplete: 'off' })}<p class="acts">${button('Suspend', { name: 'suspended', value: 'true', look: 'risky' })}${button('Let go on', { name: 'suspended', value: 'false' })}</p>`,
  )

const what: Readonly<Record<Pausable, string>> = {
  posting: 'Writing',
  signups: 'New accounts',
  guest_registration: 'New guests and agents that register themselves',
  guest_posting: 'Writing by guests',
}

const pauseLine = (shown: SettingsShown, which: Pausable, paused: boolean): Html =>
  html`<li><span class="grow">${what[which]} ${paused && state('open', 'paused')}</span>${actForm(shown.asked, { act: 'guest-pause', fields: { which, paused: !paused, back: 'service' } }, button(html`${paused ? 'Let go on' : 'Pause'}<span class="hide">: ${what[which]}</span>`, { look: 'plain' }))}</li>`
