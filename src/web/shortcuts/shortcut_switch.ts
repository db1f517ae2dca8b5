/** As switched where the browser kept nothing: the page keeps it, as long as it is open. */
let onHere: boolean | undefined

/** Whether single-key shortcuts are on: stored on the device, switched in Settings and in the list of keys. */
export function areKeysOn(): boolean {
  try {
    return onHere ?? localStorage.getItem(name) !== 'off'
  } catch {
    return true
  }
}

export function turnKeys(on: boolean): void {
  onHere = undefined
  try {
    if (on) localStorage.removeItem(name)
    else localStorage.setItem(name, 'off')
  } catch {
    onHere = on
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
