import { paths } from '#app/contract/paths.ts'
import { startClient } from '#web/client/wire.ts'

startClient({
  ways: paths,
  renews: 'signIn',
  signsOut: 'writeLogout',
  forAnyPerson: ['getUserInfoByToken', 'signIn', 'writeLogout', 'endImpersonate'],
})
