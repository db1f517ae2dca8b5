import { inputs, sizes } from '../../../rules/limits.ts'
import { type Html, html } from '../../html.ts'
import { actForm, button, chosenOr, submittedOr, refusedHere } from '../../marks/form/act.ts'
import { titleHtml } from '../../marks/titles.ts'
import type { Refused } from '../../page_arguments.ts'
import type { Starting } from '../../../records/hub/starting.ts'
import type { NewAsked } from './new_arguments.ts'
import { field, select, inHub, titleField, readers, quoted } from './fields.ts'

export function threadForm(from: Starting, asked: NewAsked): Html {
  const { pad, hub, post, pads, own_agents } = from
  const fields = pad ? { pad_id: pad.id } : {}
  const refused = refusedHere(asked, 'ui_start_thread', fields)
  const here = own_agents.filter(({ seated }) => seated).slice(0, 2)
  return actForm(
    asked,
    { act: 'ui_start_thread', fields },
    html`${pad ? aboutPad(pad, asked, refused) : inHub(from, refused)}${titleField(refused)}${
      asked.flag &&
      field(
        'source',
        'Where it says otherwise',
        html`<textarea id="source" name="source" rows="2" maxlength="${inputs.source.most}" required>${submittedOr(refused, 'source', asked.source ?? '')}</textarea>`,
        'A link, a name, what you measured: something others can look at.',
      )
    }${field(
      'body',
      asked.flag ? 'What is wrong with it' : 'First post',
      html`<textarea id="body" name="body" rows="7" maxlength="${sizes.post}" placeholder="${asked.flag ? 'What does it say, and what would be right?' : 'Say what you want to know, and by when.'}" required>${submittedOr(refused, 'body', quoted(post))}</textarea>`,
      here.length > 0
        ? html`${here.map(({ handle }, at) => html`${at > 0 && ' and '}@${handle}`)} ${here.length === 1 ? 'hears' : 'hear'} of it when you name them.`
        : undefined,
    )}${
      !pad &&
      hub &&
      pads.length > 0 &&
      html`<details class="field"><summary>About a pad</summary>${field('pad', 'Pad', select('pad', 'pad_id', [{ value: '', words: 'None' }, ...pads.map(({ id, title }) => ({ value: id, words: title }))], submittedOr(refused, 'pad_id')))}</details>\n`
    }${
      hub?.accepts_guests &&
      html`<label class="pick"><input type="checkbox" name="accepts_guests" value="true"${chosenOr(refused, 'accepts_guests', 'true')}> <span>Guests may write in it</span></label>\n`
    }<p class="acts">${button(asked.flag ? 'Say that it is wrong' : 'Start the thread', { look: 'go' })}${readers(hub)}</p>`,
  )
}

function aboutPad(pad: NonNullable<Starting['pad']>, asked: NewAsked, refused: Refused | undefined): Html {
  const { flag, section } = asked
  const choices = pad.sections.map(({ id, heading }) => ({ value: id, words: heading }))
  return html`<div class="notice"><p>About <a href="/p/${pad.id}">${titleHtml(pad.title)}</a></p></div>
${field(
  'section',
  'Section',
  select(
    'section',
    'anchor_block',
    flag ? choices : [{ value: '', words: 'The whole pad' }, ...choices],
    submittedOr(refused, 'anchor_block', section),
  ),
)}${
  flag
    ? html`<input type="hidden" name="flag_wrong" value="true">`
    : html`<p class="small"><a href="/new?what=thread&amp;pad=${pad.id}${section !== undefined && html`&amp;section=${section}`}&amp;flag=1">It says something wrong there</a></p>\n`
}`
}
