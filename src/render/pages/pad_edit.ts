import { hubLink, hubTitle, titleHtml, called, nameOf, ofWhom, via, avatar } from '../marks/names.ts'
import { inputs, reads, sizes } from '../../rules/limits.ts'
import { untrusted, words } from '../../text/untrusted.ts'
import type { Answered, PageAsked, Refused } from '../page_arguments.ts'
import type { Fragment } from '../body.ts'
import { type Html, html, markup, name } from '../html.ts'
import { actForm, overrideButton, button, refusalNotice, refusedHere, quietly, chosenOr } from '../marks/form/act.ts'
import { lineField } from '../marks/form/field.ts'
import { time } from '../marks/in_words.ts'
import { oneLine } from '../markdown/md.ts'
import type { ClashView, PadDraft } from '../pad_draft.ts'
import { pageHtml } from '../shell.ts'
import { headingWords } from './pad/headings.ts'
import { isUnsettled } from '../../rules/states/dispute_moves.ts'

interface EditAsked extends PageAsked {
  /** the answer to the preview button */
  readonly previewed?: boolean
}

/** The edit form of a pad or section, with a preview beside it. */
export function padEditHtml(draft: PadDraft, asked: EditAsked, fragment: Fragment): Html {
  const { page, section } = draft
  const what = section ? headingWords(section) : oneLine(page.title) || 'this pad'
  const edits = mayEdit(draft)
  const suggests = page.may?.includes('propose')
  const verb = suggests && !edits ? 'Suggesting a change to' : 'Editing'
  return pageHtml({
    title: `${verb} ${what}`,
    frame: asked,
    crumbs: [hubLink(page.hub), html`<a href="/p/${page.id}">${titleHtml(page.title)}</a>`],
    main: 'edit',
    body: html`<div class="head">
<h1>${verb} ${name(what)}</h1>
${section && html`<nav class="small soft" aria-label="What to edit"><a href="/p/${page.id}?edit">Edit the whole pad instead</a></nav>`}
</div>
${draft.gone && draft.clashes.length === 0 && html`<div class="notice open"><p>The section that you opened is not in this pad any more.</p></div>\n`}${edits || suggests ? form(draft, asked, fragment) : refusal(draft, asked)}`,
  })
}

/** Whether the reader may edit directly, not only suggest. */
const mayEdit = ({ page, section }: PadDraft): boolean =>
  page.may?.includes('edit_pad') === true && section?.suggestions_only !== true

/** Shown to who may not write: without a seat, removed, or when the pad is locked. Who takes a seat goes on with the editor, so its script is loaded. */
function refusal({ page }: PadDraft, asked: EditAsked): Html {
  const back = html`<a class="button" href="/p/${page.id}">Back to the pad</a>`
  if (page.locked)
    return html`<div class="notice"><p>This pad takes no changes now. Everything stays readable.</p>${back}</div>`
  if (page.removed) return html`<div class="notice wrong"><p>You were removed here and cannot write.</p>${back}</div>`
  if (!page.joinable) return html`<div class="notice"><p>You cannot change this pad.</p>${back}</div>`
  const { id, slug = id, title } = page.hub
  const joining = { act: 'ui_join_hub', fields: { hub: slug }, what: title ? oneLine(title) : 'the hub' }
  return html`<div class="notice" data-edit><p>Join ${hubTitle(page.hub)} to write here.</p>${actForm(asked, joining, button('Join', { look: 'go' }))}${back}</div>`
}

const act = 'ui_edit_pad'

function form(draft: PadDraft, asked: EditAsked, fragment: Fragment): Html {
  const { page, section, clashes, base_version } = draft
  const anchor = section ? `s-${section.id}` : 'top'
  const edits = mayEdit(draft)
  const refused = refusedHere(asked, act, { pad_id: page.id })
  const met = refused?.reason === 'merge'
  const sent = refused ?? (asked.previewed ? asked.answered : undefined)
  return html`${
    // conflicting words have cards of their own
    refused && !(met && (clashes.length > 0 || draft.retitled)) && refusalNotice(refused)
  }${actForm(
    quietly(asked, refused),
    {
      act,
      fields: {
        pad_id: page.id,
        base_version,
        section_id: section?.id,
        back: anchor,
      },
      what: section ? headingWords(section) : oneLine(page.title),
    },
    html`${draft.from !== undefined && broughtBack(draft.from, edits)}${clashes.map((clash, n) => clashCard(clash, n, { draft, asked, fragment }))}${draft.retitled && retitledNotice(draft)}
<div class="panes" data-edit>
<div class="field">
<div class="head"><label for="md">Text</label></div>
<textarea id="md" name="text" data-keep="${page.id}:${section?.id ?? ''}" maxlength="${sizes.pad}" spellcheck="true"${!sent && draft.from === undefined && html` autofocus`}>
${draft.text}</textarea>
</div>
<section aria-labelledby="pv">
<div class="head"><h2 id="pv" class="over">As it will read</h2></div>
<div class="view said" id="preview">
${preview(draft, asked, fragment)}</div>
</section>
</div>
${!section && lineField(undefined, { id: 'tt', name: 'title', label: 'Title', value: draft.title, maxlength: sizes.title })}${lineField(sent, { id: 'nt', name: 'note', label: 'What changed, in a few words', maxlength: inputs.note })}${settles(draft, sent)}<div class="acts bottom">${
      edits
        ? html`${button('Save', { look: 'go', key: 'Ctrl ↵' })}${button('Suggest instead', { name: 'propose', value: 'true' })}`
        : html`<input type="hidden" name="propose" value="true">${button('Suggest', { look: 'go', key: 'Ctrl ↵' })}`
    }${button('Preview', { name: 'preview', value: '1' })}<a class="button plain" href="/p/${page.id}#${anchor}">Cancel</a>${refused && overrideButton(refused)}<span class="push small soft">${edits ? 'Goes live at once. You can take it back.' : 'Somebody who edits here answers it.'}</span></div>`,
  )}`
}

const broughtBack = (version: number, edits: boolean): Html =>
  html`<div class="notice open"><p>This is the text of version ${version}. What was written since goes, once ${edits ? 'you save it' : 'your suggestion is accepted'}; that can be taken back.</p></div>\n`

/** The preview, with differences from the current text marked. */
function preview(draft: PadDraft, asked: EditAsked, fragment: Fragment): Html {
  const { page, section, text, stands, base_version } = draft
  const same = words(text) === words(stands)
  return markup(
    fragment({
      key: same
        ? `${page.id}:${page.version}:${section?.id ?? ''}:editing`
        : `${page.id}:${base_version}:${asked.key()}:draft`,
      text,
      was: same ? undefined : stands,
      as: 'html',
      labels: labelled(draft),
      origin: asked.origin,
      top: 3,
    }),
  )
}

/** An author without reach wrote in it, so links become labels. Who wrote an earlier version is not known here. */
const labelled = ({ page, section, from }: PadDraft): boolean =>
  from !== undefined || (section ? [section] : page.sections).some(({ reach }) => !reach)

/** Offers to settle an open flag of this section with the change. */
function settles({ page, section }: PadDraft, sent: Answered | Refused | undefined): Html | undefined {
  const flags = (page.talk ?? []).filter(
    ({ flags_wrong, dispute, section_id }) =>
      flags_wrong && isUnsettled(dispute) && section && section_id === section.id,
  )
  const [flag] = flags
  return (
    flag &&
    html`<p class="spaced"><label class="pick"><input type="checkbox" name="resolves_thread" value="${flag.id}"${chosenOr(sent, 'resolves_thread', flag.id)}> <span>This settles ${name(oneLine(flag.title))}</span></label></p>\n`
  )
}

interface Showing {
  readonly draft: PadDraft
  readonly asked: EditAsked
  readonly fragment: Fragment
}

/** A conflict: both texts and a combination. The editor takes one, or corrects the text below. */
function clashCard(clash: ClashView, n: number, { draft, asked, fragment }: Showing): Html {
  const { met, mine, theirs, both, block_id } = clash
  const who = met ? nameOf(met.by, asked.me) : html`Somebody`
  const sides = [
    { take: 'mine', over: 'Yours', text: mine },
    { take: 'theirs', over: met ? `${called(met.by)}’s, live now` : 'What stands there now', text: theirs },
    { take: 'both', over: 'Both, for you to mend', text: both },
  ] as const
  const shown = (text: ClashView['mine'], take: string): Html =>
    words(text) === ''
      ? html`<p class="soft">Taken out</p>`
      : markup(
          fragment({
            key: `${draft.page.id}:${block_id}:${take}:${asked.key()}`,
            text,
            was: clash.base,
            as: 'html',
            labels: labelled(draft),
            origin: asked.origin,
            top: 3,
          }).replace(/<del>[^<]*<\/del> ?/g, ''),
        )
  return html`<section class="card now clash" role="group" aria-labelledby="cf-${n}">
<div class="top">${met && avatar(met.by)}<div><h2 id="cf-${n}">${who} changed the same words while you wrote</h2>${met && html`<p class="who">${ofWhom(met.by, asked.me)}${via(met.by, met.host, asked.me)} ${time(met.at)}${met.note !== undefined && html` <span>“${name(oneLine(met.note, reads.quotes.aside))}”</span>`}</p>`}<p class="small soft">Nothing is saved yet, nothing is lost. Take one, or mend it below.</p></div></div>
<fieldset><legend class="hide">Which words stand</legend>
<div class="three">
${sides.map(({ take, over, text }) => html`<label class="pick"><input type="radio" name="takes.${n}.take" value="${take}"${take === 'both' && html` checked`}> <span><span class="over">${over}</span>${shown(text, take)}</span></label>\n`)}</div></fieldset>
${sides.map(({ take, text }) => html`<input type="hidden" name="takes.${n}.${take}" value="${untrusted(words(text))}">`)}
</section>
`
}

const retitledNotice = ({ page }: PadDraft): Html =>
  html`<div class="notice open clash"><p>Somebody gave it another title while you wrote: <b>${titleHtml(page.title)}</b>. Saving puts yours in its place.</p></div>`
