/** What writing Markdown needs, loaded on the page of an editor and with the first preview. */
export { openEditor } from './editor.ts'
export { togglePreview } from './preview.ts'
