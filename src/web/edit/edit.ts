/** The Markdown editor, loaded on edit pages and with the first preview. */
export { openEditor } from './editor.ts'
export { togglePreview } from './preview.ts'
