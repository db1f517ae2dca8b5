/** For a person who waits for a mail while no mail server is connected (`src/mail/kept_locally.ts`). */
export const mailKeptLocally = 'Email is not connected on this server: the message was kept locally'
