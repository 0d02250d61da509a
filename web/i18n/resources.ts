import type account from './en/account.json'
import type accreditation from './en/accreditation.json'
import type acts from './en/acts.json'
import type approval from './en/approval.json'
import type attend from './en/attend.json'
import type attention from './en/attention.json'
import type audit from './en/audit.json'
import type caption from './en/caption.json'
import type chat from './en/chat.json'
import type commitment from './en/commitment.json'
import type common from './en/common.json'
import type companies from './en/companies.json'
import type compose from './en/compose.json'
import type contacts from './en/contacts.json'
import type dashboard from './en/dashboard.json'
import type deck from './en/deck.json'
import type device from './en/device.json'
import type drafts from './en/drafts.json'
import type enterprise from './en/enterprise.json'
import type errors from './en/errors.json'
import type factor from './en/factor.json'
import type feedback from './en/feedback.json'
import type guide from './en/guide.json'
import type invite from './en/invite.json'
import type lists from './en/lists.json'
import type mail from './en/mail.json'
import type mailpages from './en/mailpages.json'
import type notice from './en/notice.json'
import type organisation from './en/organisation.json'
import type pitch from './en/pitch.json'
import type poll from './en/poll.json'
import type preferences from './en/preferences.json'
import type profile from './en/profile.json'
import type question from './en/question.json'
import type recording from './en/recording.json'
import type registration from './en/registration.json'
import type rehearsal from './en/rehearsal.json'
import type replay from './en/replay.json'
import type report from './en/report.json'
import type room from './en/room.json'
import type send from './en/send.json'
import type session from './en/session.json'
import type share from './en/share.json'
import type shell from './en/shell.json'
import type site from './en/site.json'
import type social from './en/social.json'
import type stage from './en/stage.json'
import type statement from './en/statement.json'
import type support from './en/support.json'
import type suppression from './en/suppression.json'
import type vehicles from './en/vehicles.json'
import type video from './en/video.json'
import type view from './en/view.json'
import type wire from './en/wire.json'

/** A namespace is a word of the domain: one JSON file of that name for each language, and one line here. */
interface Resources {
  accreditation: typeof accreditation
  account: typeof account
  acts: typeof acts
  attend: typeof attend
  approval: typeof approval
  attention: typeof attention
  audit: typeof audit
  caption: typeof caption
  chat: typeof chat
  commitment: typeof commitment
  companies: typeof companies
  contacts: typeof contacts
  common: typeof common
  compose: typeof compose
  dashboard: typeof dashboard
  deck: typeof deck
  device: typeof device
  enterprise: typeof enterprise
  errors: typeof errors
  drafts: typeof drafts
  factor: typeof factor
  feedback: typeof feedback
  guide: typeof guide
  invite: typeof invite
  lists: typeof lists
  mail: typeof mail
  mailpages: typeof mailpages
  notice: typeof notice
  organisation: typeof organisation
  pitch: typeof pitch
  poll: typeof poll
  preferences: typeof preferences
  profile: typeof profile
  question: typeof question
  recording: typeof recording
  registration: typeof registration
  rehearsal: typeof rehearsal
  replay: typeof replay
  report: typeof report
  room: typeof room
  send: typeof send
  session: typeof session
  share: typeof share
  shell: typeof shell
  site: typeof site
  social: typeof social
  stage: typeof stage
  statement: typeof statement
  suppression: typeof suppression
  support: typeof support
  vehicles: typeof vehicles
  video: typeof video
  view: typeof view
  wire: typeof wire
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Resources
  }
}
