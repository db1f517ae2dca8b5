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

/** Takes up every switch on the page: all of them show what holds, and for how long. */
export function takeSwitches(): void {
  for (const label of document.querySelectorAll<HTMLElement>('[data-keys-switch]')) {
    const box = label.querySelector('input')!
    label.hidden = false
    box.checked = areKeysOn()
    box.onchange = () => {
      turnKeys(box.checked)
      takeSwitches()
    }
    label.querySelector('.small')!.textContent =
      `${isKept() ? 'Kept on this device' : 'Until you leave this page'}. Never while you write.`
  }
}

function turnKeys(on: boolean): void {
  onHere = undefined
  try {
    if (on) localStorage.removeItem(name)
    else localStorage.setItem(name, 'off')
  } catch {
    onHere = on
  }
}

/** Reading may be allowed where writing failed. */
function isKept(): boolean {
  try {
    localStorage.getItem(name)
    return onHere === undefined
  } catch {
    return false
  }
}

const name = 'svc-keys'
