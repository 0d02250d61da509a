import { contactCalls } from '#features/planning/contact/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as googleContacts from './googleContacts.ts'

export const contactFeature = { handlers: handlersOf(contactCalls, googleContacts) } satisfies Feature
