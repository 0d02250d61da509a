import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { text, upload } from '#contract/fields.ts'
import { Caption } from './events.ts'
import { CAPTION_LENGTH, captionLanguages, LONGEST_SAID, MOST_CLIP_BYTES } from './rules.ts'

const CaptionLanguage = z.enum(captionLanguages)

/**
 * Where speech is recognized: in the speakers' browsers, or by this console. `down`: by this console, which cannot at
 * the moment.
 */
const Speech = z.enum(['browser', 'server', 'down'])

/** The caption settings of a pitch. */
const CaptionSettings = z.object({
  speech: Speech,
  /** The provider that gets the sound; null while browsers recognize speech. */
  provider: z.string().nullable(),
  /** A provider is set, but this machine cannot recognize speech: /healthz says why. */
  deaf: z.boolean(),
  /** Captions of all speech are kept, even without readers. Only where this console recognizes speech. */
  keeps: z.boolean(),
  /** The caller's own settings: their spoken language, and whether this console recognizes their speech. */
  spoken: CaptionLanguage,
  recognised: z.boolean(),
})

/** Whether captions are translated; `down`: the provider does not answer. */
const Translation = z.enum(['on', 'off', 'down'])

export const captionCalls = {
  /**
   * [PROD-018] Sends a caption of the caller's own speech in a live pitch. Unless `final`, it is an update that is
   * shown but not stored. A final one with the same id corrects it; the same text again changes nothing.
   */
  sendCaption: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({
      pitch_uuid: z.uuid(),
      id: z.uuid(),
      text: text(CAPTION_LENGTH).pipe(z.string().min(1, { error: 'required' })),
      language: CaptionLanguage,
      final: z.boolean(),
      /** Milliseconds since the speech began. */
      spoken_ms: z.number().int().min(0).max(LONGEST_SAID).default(0),
    }),
    output: z.object({ id: z.uuid(), final: z.boolean() }),
    errors: ['PitchNotFound', 'NoPermission', 'RemovedFromRoom', 'RoomNotOpen', 'CaptionedByServer'],
  }),
  /**
   * [CALL-054] Lists captions before the given one, or the last ones, oldest first. Open to everyone in the room
   * while the pitch is live, and otherwise to callers who manage it.
   */
  sgGetPitchCaptionsData: call({
    who: callers.everyone,
    whileImpersonating: false,
    reads: true,
    answer: 'results',
    input: z.object({
      pitch_uuid: z.uuid(),
      before: z.number().int().positive().optional(),
      limit: z.number().int().min(1).max(200).default(50),
      /** Adds stored translations into this language. */
      language: CaptionLanguage.optional(),
    }),
    output: z.object({
      items: z.array(Caption.extend({ seq: z.number().int(), translation: z.string().nullable() })),
      more: z.boolean(),
    }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** [CALL-055, I18N-006] Lists the languages of a pitch's captions: offered, spoken, and translated into. */
  sgGetPitchCaptionL: call({
    who: callers.everyone,
    whileImpersonating: false,
    reads: true,
    input: z.object({ pitch_uuid: z.uuid() }),
    output: z.object({
      languages: z.array(CaptionLanguage),
      spoken: z.array(CaptionLanguage),
      translated: z.array(CaptionLanguage),
      translation: Translation,
    }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /**
   * [PROD-019] Stores that the caller reads captions in this language; null: as spoken. Later captions are translated
   * into it while they are in the room, and sent by the signal `captionTranslated`. Unless `reading`, they read no more
   * captions.
   */
  setCaptionLanguage: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({
      pitch_uuid: z.uuid(),
      language: CaptionLanguage.optional(),
      reading: z.boolean().default(true),
      /** The caller's window, since each window has a language of its own. */
      window: z.uuid().default('00000000-0000-0000-0000-000000000000'),
    }),
    output: z.object({
      language: CaptionLanguage.nullable(),
      translation: Translation,
      speech: Speech,
      /** Names that stay untranslated, for a browser that translates by itself. */
      names: z.array(z.string()),
    }),
    errors: ['PitchNotFound'],
  }),
  /** Gets the caption settings of a pitch and of the caller. */
  getPitchCaptionSettings: call({
    who: callers.everyone,
    whileImpersonating: false,
    reads: true,
    input: z.object({ pitch_uuid: z.uuid() }),
    output: CaptionSettings,
    errors: ['PitchNotFound'],
  }),
  /** Changes the given settings. `keeps` needs the right to manage the pitch, the others are the caller's own. */
  updatePitchCaptionSettings: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: CaptionSettings.pick({ keeps: true, spoken: true, recognised: true })
      .partial()
      .extend({ pitch_uuid: z.uuid() }),
    output: CaptionSettings,
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** [CALL-215] Translates a text by the configured provider. Amounts, names and tickers stay as they are. */
  googleTranslation: call({
    who: callers.everyone,
    reads: true,
    input: z.object({ text: text(2000).pipe(z.string().min(1, { error: 'required' })), target: CaptionLanguage }),
    output: z.object({ text: z.string(), target: CaptionLanguage }),
    errors: ['TranslationOff', 'TranslationDown'],
  }),
  /**
   * Transcribes a recording of at most a minute by the speech provider, for dictation in the chat where a browser has
   * no speech recognition. Nothing is stored.
   */
  transcribeSpeech: call({
    who: callers.everyone,
    body: 'multipart',
    maxFileBytes: MOST_CLIP_BYTES,
    whileImpersonating: false,
    reads: true,
    input: z.object({
      audio: upload('audio/webm,audio/ogg,audio/mp4,audio/wav'),
      language: CaptionLanguage.optional(),
    }),
    output: z.object({ text: z.string() }),
    errors: ['SpeechOff', 'SpeechDown', 'ClipTypeNotAllowed', 'ClipTooLong', 'ClipTooLarge'],
  }),
  /** Exports the captions of a pitch as WebVTT, for callers who manage it: as spoken, or as far as translated. */
  exportPitchCaptions: call({
    who: callers.people,
    reads: true,
    input: z.object({ uuid: z.uuid(), language: CaptionLanguage.optional() }),
    output: z.object({ filename: z.string(), vtt: z.string() }),
    errors: ['PitchNotFound'],
  }),
}
