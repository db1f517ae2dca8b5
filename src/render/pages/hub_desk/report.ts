import { inputs } from '../../../rules/limits.ts'
import { reportReasons } from '../../../rules/closed_lists.ts'
import type { PageAsked } from '../../page_arguments.ts'
import type { HubDesk } from '../../../records/hub/hub_desk.ts'
import { html, type Html } from '../../html.ts'
import { actForm, button, refusedHere } from '../../marks/form/act.ts'
import { textField } from '../../marks/form/field.ts'
import { called } from '../../marks/names.ts'
import { oneLine } from '../../markdown/md.ts'
import type { Person } from '../../../records/person.ts'
import { deskPage } from './frame.ts'
import { reasonField } from '../../marks/form/reasons.ts'

/** ?report: a report against a hub goes against its owner, and names the hub in its text. */
export function reportPage(desk: HubDesk, person: Person, ofHub: boolean, asked: PageAsked): Html {
  const act = { act: 'ui_report', fields: { participant: person.id } }
  const refused = refusedHere(asked, act.act, act.fields)
  const name = called(person)
  const about = `In ${oneLine(desk.title)} (/h/${desk.slug}): `
  return deskPage(desk, asked, {
    title: ofHub ? 'Report this hub' : `Report ${name}`,
    lead: ofHub
      ? `This goes to the people who run this svc, and names ${name}, who owns the hub. For one post, thread or pad use its own Report: the owner and helpers see that.`
      : 'This goes to the people who run this svc. For one post, thread or pad use its own Report: the owner and helpers see that.',
    here: 'report',
    body: actForm(
      asked,
      act,
      html`${reasonField(refused, { label: 'What is wrong', reasons: reportReasons })}${textField(refused, { name: 'note', label: 'What they should know', value: about, maxlength: inputs.reportNote })}<p class="acts">${button('Report', { look: 'go' })}</p>`,
    ),
  })
}
