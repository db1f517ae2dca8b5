/**
 * What a page loads once it stands: one more file, whatever the page holds. What is needed now and then is taken from
 * there when it comes to that.
 */
export const rest = load()

function load(): Promise<typeof import('./later.ts')> {
  if (document.querySelector('main [data-secret]')) return import('./secret_page.ts')
  if (document.querySelector('main [data-edit]')) return import('./edit_page.ts')
  return import('./later.ts')
}
