/**
 * Whether single-key shortcuts are on: stored on the device, switched in Settings and in the list of keys. Where the browser
 * has no storage the page keeps it, as long as it is open.
 */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(name) !== 'off'
  } catch {
    return page.dataset['keys'] !== 'off'
  }
}

export function turnKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(name)
    else localStorage.setItem(name, 'off')
  } catch {
    page.dataset['keys'] = on ? '' : 'off'
  }
}

/** What the switch says where it would not be kept. */
export function sayIfNotKept(switched: Element): void {
  try {
    localStorage.getItem(name)
  } catch {
    switched.querySelector('.small')!.textContent = 'Until you leave this page. Never while you write.'
  }
}

const name = 'svc-keys'
const page = document.documentElement
