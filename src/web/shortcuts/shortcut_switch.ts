/** Whether single-key shortcuts are on: stored on the device, switched in Settings and in the list of keys. */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(name) !== 'off'
  } catch {
    return true
  }
}

export const turnKeys = (on: boolean): void => (on ? localStorage.removeItem(name) : localStorage.setItem(name, 'off'))

const name = 'svc-keys'
