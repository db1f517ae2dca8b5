/** Conflicts are met by what an edit page sends. */
type Rest = typeof import('./later.ts') & Partial<Pick<typeof import('./edit_page.ts'), 'showMerge'>>

/**
 * The part of the script that a page loads after its first paint: one file, chosen by the page's content. Occasional
 * parts are loaded from there on demand.
 */
export const rest = load()

function load(): Promise<Rest> {
  if (document.querySelector('main [data-secret]')) return import('./secret_page.ts')
  if (document.querySelector('main [data-edit]')) return import('./edit_page.ts')
  return import('./later.ts')
}
