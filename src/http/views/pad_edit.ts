import { readDraft } from '../../reading/pad/pad_draft.ts'
import { present } from '../../records/present.ts'
import type { PageAsked } from '../../render/page_arguments.ts'
import { padEditHtml } from '../../render/pages/pad_edit.ts'
import { actFormOf } from '../../render/acts/act_fields.ts'
import { type Choice, withChoices } from '../../text/merging/clash.ts'
import { untrusted } from '../../text/untrusted.ts'
import { ownPage } from './serving/encoded_page.ts'
import type { ViewParts, PageRequest } from './serving/served_page.ts'

/** /p/<pad>?edit and ?edit=<section>: the form, with the text that was refused or previewed. */
export async function editOf(parts: ViewParts, id: string, { reader, caller, asked, options }: PageRequest) {
  if (!caller) return undefined
  const typed = typedIn(asked)
  // the form of a section that is gone is that of the whole pad, at the address of the section
  const section_id = typed ? typed.section_id : options.edit || undefined
  const begun = options.with
  const wanted = present({
    id,
    by: caller,
    section_id,
    ...(begun !== undefined && /^\d{1,9}$/.test(begun) ? { version: Number(begun) } : { suggestion: begun }),
    typed,
    met: asked.refused?.reason === 'merge' ? true : undefined,
  })
  const draft = await readDraft(parts, reader, wanted, parts.clock.now())
  if (!draft) return undefined
  const previewed = asked.answered?.data['preview'] === true
  const text = await parts.pool.print((fragment) =>
    padEditHtml(draft, present({ ...asked, previewed: previewed || undefined }), fragment),
  )
  return ownPage(text)
}

/** Returns what was typed into the form that was sent. */
function typedIn({ refused, answered }: PageAsked) {
  const form = refused ?? answered
  const { text, base_version, title, section_id } = form?.fields ?? {}
  if (form?.act !== 'ui_edit_pad' || base_version === undefined || text === undefined) return undefined
  const { takes } = actFormOf(Object.entries(form.fields)).args
  return present({
    text: Array.isArray(takes) ? withChoices(untrusted(text), takes as readonly Choice[]) : untrusted(text),
    base_version: Number(base_version),
    title: title === undefined ? undefined : untrusted(title),
    section_id: section_id !== undefined && section_id !== '' ? section_id : undefined,
  })
}
