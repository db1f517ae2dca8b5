import { inputs, reads, timers } from '../../../rules/limits.ts'
import { aSpan } from '../../../rules/units.ts'
import { type Html, html, name } from '../../html.ts'
import { asWrittenBy } from '../../link_labels.ts'
import { outLink } from '../../out_link.ts'
import { actForm, button, submittedOr, quiet } from '../../marks/form/act.ts'
import { foldedForm } from '../../marks/form/folded_form.ts'
import { byName, ofWhom, via, whoSays, avatar } from '../../marks/names.ts'
import { menu } from '../../marks/menu.ts'
import { changeNamed, undoOf } from '../../marks/undo_words.ts'
import { time, counted } from '../../marks/in_words.ts'
import { oneLine } from '../../markdown/md.ts'
import type { Check, LastChange, SectionView } from '../../../records/pad/section.ts'
import type { PadTalkView } from '../../../records/pad/pad_page.ts'
import type { Person } from '../../../records/person.ts'
import { untrusted, words } from '../../../text/untrusted.ts'
import { offers, type PadShown } from './pad_arguments.ts'
import { oncePerPage } from './by_section.ts'
import { headingWords } from './headings.ts'

/** The margin of a section: threads about it, its last change, its check, and the acts. */
export function notesOf(shown: PadShown, section: SectionView): Html {
  const { page } = shown
  const about = (page.talk ?? []).filter(({ section_id }) => section_id === section.id)
  const last = lastShown(section)
  const above = toldAbove(page).has(section.id)
  return html`${about.map((talk) => talkNote(shown, talk))}${last && !above && lastNote(shown, section, last)}${section.check && checkNote(shown, section.check)}${stillRight(shown, section)}${acts(shown, section, last, above)}`
}

/** A section that consists of only a heading shows no last change. */
const lastShown = ({ blocks = [], level, last }: SectionView): LastChange | undefined =>
  blocks.length > (level === 0 ? 0 : 1) ? last : undefined

/** Sections whose last change is the same edit as that of the section above, which shows it. */
const toldAbove = oncePerPage(({ sections }) => {
  const told = new Set<string>()
  let before: string | undefined
  for (const section of sections) {
    const last = lastShown(section)
    if (last !== undefined && last.id === before) told.add(section.id)
    before = last?.id
  }
  return told
})

const talkLink = ({ id, title }: PadTalkView): Html =>
  html`<a href="/t/${id}">${name(oneLine(title) || 'Untitled')}</a>`

export function talkNote({ asked }: PadShown, talk: PadTalkView): Html {
  if (!talk.flags_wrong || talk.dispute === undefined)
    return html`<p>${talkLink(talk)}<br>${counted(talk.posts, 'post')}</p>\n`
  const { starter, source, status } = talk
  return html`<div class="note">${avatar(starter, 's')}<p>${whoSays(starter, asked.me)} ${starter.id === asked.me?.id ? 'say' : 'says'} this is wrong: ${talkLink(talk)}<br>${counted(talk.posts, 'post')}${status === 'answered' && ', answered'}${source !== undefined && html`<br>Source: ${sourceWords(words(source), starter)}`}</p></div>
`
}

/** A URL becomes a link labelled with its host when the author has reach; any other source is shown as text. */
const sourceWords = (source: string, { reach }: Person): Html =>
  reach && /^https?:\/\/\S+$/.test(source)
    ? outLink(source)
    : name(oneLine(asWrittenBy({ reach }, untrusted(source)), reads.quotes.line))

const did: Readonly<Record<LastChange['kind'], string>> = {
  edit: 'changed this',
  suggestion: 'suggested this',
  accept: 'wrote this',
  undo: 'took a change back here',
  batch_undo: 'took changes back here',
}

function lastNote(shown: PadShown, section: SectionView, last: LastChange): Html {
  const { asked } = shown
  const { by, kind, host, at, note, version } = last
  return html`<div class="note">${avatar(by, 's')}<div><p>${whoSays(by, asked.me)}${via(by, host, asked.me)} ${version === 1 ? 'wrote this' : did[kind]} ${time(at)}${note !== undefined && html`: “${oneLine(note, reads.quotes.aside)}”`}</p>${undoneInPlace(last) && asked.me && !asked.old && undoForm(shown, section, last, 'plain')}</div></div>
`
}

function checkNote({ asked }: PadShown, { state, by, at, note }: Check): Html {
  if (state === 'unchecked')
    return html`<p>Went in after ${aSpan(timers.uncheckedMerge.after)} that nobody checked it.</p>\n`
  const who = by ? html`${byName(by, asked.me)}${ofWhom(by, asked.me)}` : html`somebody`
  const when = at && html` ${time(at)}`
  if (state === 'changed') return html`<p>Changed since ${who} checked it${when}.</p>\n`
  return html`<div class="note">${by && avatar(by, 's')}<p>Checked by ${who}${when}${note !== undefined && html`: “${oneLine(note, reads.quotes.line)}”`}</p></div>\n`
}

/** In a Checked hub: another participant confirms the section and states what they looked at. */
function stillRight(shown: PadShown, section: SectionView): Html | undefined {
  const { page, asked } = shown
  const own = section.last && [section.last.by.id, section.last.by.human?.id].includes(asked.me?.id)
  if (!offers(shown, 'verify') || own || asked.old) return undefined
  const fields = { pad_id: page.id, 'sections[]': section.id, outcome: 'checked', back: `s-${section.id}` }
  const { least, most } = inputs.verifyNote
  return foldedForm(
    asked,
    { act: 'ui_verify', fields, class: 'stack', what: headingWords(section), summary: 'Still right' },
    (refused) =>
      html`<label for="check-${section.id}">What you looked at</label><input id="check-${section.id}" name="note" minlength="${least}" maxlength="${most}" required value="${submittedOr(refused, 'note')}">${button('It is right')}`,
  )
}

/** An agent's change has its undo button beside it, a person's among the other acts. */
const undoneInPlace = ({ by, undo }: LastChange): boolean => undo === true && by.kind === 'agent'

function undoForm({ asked }: PadShown, section: SectionView, last: LastChange, look?: 'plain'): Html {
  const others = last.sections - 1
  return actForm(
    asked,
    {
      act: 'ui_undo_edit',
      fields: { edit_id: last.id, back: `s-${section.id}` },
      what: changeNamed(last.by, headingWords(section), asked.me, others),
    },
    button(undoOf(others), look && { look }),
  )
}

/** Links to edit, discuss and flag a section: visible in its margin on hover, in a menu on phones. */
function acts(shown: PadShown, section: SectionView, last: LastChange | undefined, above: boolean): Html | undefined {
  const { page, asked } = shown
  if (!asked.me || asked.old) return undefined
  const talk = `/new?what=thread&hub=${page.hub.slug ?? ''}&pad=${page.id}&section=${section.id}`
  const edits = offers(shown, 'edit_pad') || offers(shown, 'propose')
  const link = (url: string, words: string): Html =>
    html`<a class="button" href="${url}">${words}<span class="hide"> (${headingWords(section)})</span></a>`
  const more = menu(
    `${headingWords(section)}: more`,
    [
      last?.undo && (above || !undoneInPlace(last)) && undoForm({ ...shown, asked: quiet(asked) }, section, last),
      edits && link(`/p/${page.id}?edit=${section.id}`, changeWords(shown, section)),
      offers(shown, 'start_thread') && link(talk, 'Talk about it'),
      offers(shown, 'flag_wrong') && link(`${talk}&flag=1`, 'It is wrong'),
    ],
    'quiet',
  )
  return more && html`${more}\n`
}

const changeWords = (shown: PadShown, { suggestions_only }: SectionView): string =>
  offers(shown, 'edit_pad') && !suggestions_only ? 'Edit' : 'Suggest'
