import { inputs, sizes } from '../../../rules/limits.ts'
import { listed } from '../../marks/in_words.ts'
import { type Html, html } from '../../html.ts'
import { actForm, button, chosenOr, refusedHere } from '../../marks/form/act.ts'
import { choiceField, textField } from '../../marks/form/field.ts'
import { titleHtml } from '../../marks/names.ts'
import type { Refused } from '../../page_arguments.ts'
import type { Starting } from '../../../records/hub/starting.ts'
import type { NewAsked } from './new_arguments.ts'
import { inHub, noPad, quoted, readers, titled, titleField } from './fields.ts'

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
      textField(refused, {
        name: 'source',
        label: 'Where it says otherwise',
        hint: 'A link, a name, what you measured: something others can look at.',
        value: asked.source,
        rows: 2,
        maxlength: inputs.source.most,
        required: true,
      })
    }${textField(refused, {
      name: 'body',
      label: asked.flag ? 'What is wrong with it' : 'First post',
      hint:
        here.length > 0
          ? html`${listed(here.map(({ handle }) => `@${handle}`))} ${here.length === 1 ? 'hears' : 'hear'} of it when you name them.`
          : undefined,
      value: quoted(post),
      rows: 7,
      maxlength: sizes.post,
      placeholder: asked.flag
        ? 'What does it say, and what would be right?'
        : 'Say what you want to know, and by when.',
      required: true,
    })}${
      !pad &&
      hub &&
      pads.length > 0 &&
      html`<details class="field"><summary>About a pad</summary>${choiceField(refused, { id: 'pad', name: 'pad_id', label: 'Pad', choices: [noPad, ...pads.map(titled)] })}</details>\n`
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
${choiceField(refused, {
  id: 'section',
  name: 'anchor_block',
  label: 'Section',
  value: section,
  choices: flag ? choices : [{ value: '', words: 'The whole pad' }, ...choices],
})}${
  flag
    ? html`<input type="hidden" name="flag_wrong" value="true">`
    : html`<p class="small"><a href="/new?what=thread&amp;pad=${pad.id}${section !== undefined && html`&amp;section=${section}`}&amp;flag=1">It says something wrong there</a></p>\n`
}`
}
