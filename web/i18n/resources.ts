import type account from './en/account.json'
import type attend from './en/attend.json'
import type chat from './en/chat.json'
import type commitment from './en/commitment.json'
import type common from './en/common.json'
import type deck from './en/deck.json'
import type errors from './en/errors.json'
import type feedback from './en/feedback.json'
import type invite from './en/invite.json'
import type mail from './en/mail.json'
import type pitch from './en/pitch.json'
import type report from './en/report.json'
import type room from './en/room.json'
import type session from './en/session.json'
import type shell from './en/shell.json'
import type video from './en/video.json'
import type wire from './en/wire.json'

/** A namespace is a word of the domain: one JSON file of that name for each language, and one line here. */
interface Resources {
  account: typeof account
  attend: typeof attend
  chat: typeof chat
  commitment: typeof commitment
  common: typeof common
  deck: typeof deck
  errors: typeof errors
  feedback: typeof feedback
  invite: typeof invite
  mail: typeof mail
  pitch: typeof pitch
  report: typeof report
  room: typeof room
  session: typeof session
  shell: typeof shell
  video: typeof video
  wire: typeof wire
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Resources
  }
}
