import { inputs, sizes } from '../../../rules/limits.ts'
import { untrusted, type Untrusted } from '../../../text/untrusted.ts'
import type { PageAsked } from '../../page_arguments.ts'
import type { Fragment } from '../../body.ts'
import { type Html, html, type HtmlInserted, markup } from '../../html.ts'
import { actForm, button, submittedOr, refusedHere } from './act.ts'

/** A text field and what it sends. Works without a script; with one, refreshing the page leaves the field alone. */
interface Composing {
  readonly id: string
  readonly act: 'ui_post' | 'ui_edit_post' | 'ui_start_dm'
  readonly fields: Readonly<Record<string, string>>
  readonly label: string
  readonly placeholder?: string
  /** initial text */
  readonly text?: Untrusted
  readonly send: string
  /** the address that closes an opened form */
  readonly cancel?: string
  readonly most?: number
  /** words of the quoted post */
  readonly quote?: Untrusted | undefined
  readonly focus?: boolean
  readonly more?: HtmlInserted
  readonly aside?: HtmlInserted
}

export function composer(asked: PageAsked, fragment: Fragment, composing: Composing): Html {
  const { id, act, fields, label, placeholder, text, send, cancel, quote, more, aside } = composing
  const refused = refusedHere(asked, act, fields)
  const previewed = previewedHere(asked, composing)
  const held = (name: string, otherwise: HtmlInserted): HtmlInserted =>
    previewed?.[name] ?? submittedOr(refused, name, otherwise)
  const focus = composing.focus || refused || previewed
  return html`<div id="${id}" data-keep>${actForm(
    asked,
    { act, fields, class: 'composer' },
    html`${
      previewed &&
      html`<div class="well said" role="status">${markup(fragment({ key: `preview:${previewed['body'] ?? ''}`, text: untrusted(previewed['body'] ?? ''), as: 'html', labels: false, origin: asked.origin, top: 3 }))}</div>`
    }${more}${
      quote !== undefined &&
      html`<label for="${id}-quote">What you quote</label><textarea id="${id}-quote" name="quote.text" rows="3" maxlength="${inputs.quote}" required>${held('quote.text', quote)}</textarea>`
    }<label class="hide" for="${id}-body">${label}</label><textarea id="${id}-body" name="body" rows="4" maxlength="${composing.most ?? sizes.post}"${placeholder !== undefined && html` placeholder="${placeholder}"`}${focus && html` autofocus`} required>${held('body', text)}</textarea><div class="acts">${button(send, { look: 'go', key: 'Ctrl ↵' })}${
      act !== 'ui_start_dm' && button('Preview', { look: 'plain soft', name: 'preview', value: '1' })
    }${cancel !== undefined && html`<a class="button plain soft" href="${cancel}">Cancel</a>`}${aside}</div>`,
  )}</div>`
}

/** The submitted fields of exactly this form, when its preview was asked for. */
function previewedHere({ answered }: PageAsked, { act, fields }: Composing) {
  if (answered?.act !== act || answered.data['preview'] !== true) return undefined
  const same = Object.entries(fields).every(([name, value]) => answered.fields[name] === value)
  return same ? answered.fields : undefined
}
