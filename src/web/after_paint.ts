/**
 * The part of the script that a page loads after its first paint: one file, chosen by the page's content. Occasional
 * parts are loaded from there on demand.
 */
export const rest = load()

function load(): Promise<typeof import('./later.ts')> {
  if (document.querySelector('main [data-secret]')) return import('./secret_page.ts')
  if (document.querySelector('main [data-edit]')) return import('./edit_page.ts')
  return import('./later.ts')
}
