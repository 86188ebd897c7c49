import i18next, { type TFunction } from 'i18next'
import afLabels from '../web/i18n/af/enums.json' with { type: 'json' }
import afMails from '../web/i18n/af/mails.json' with { type: 'json' }
import afNotifications from '../web/i18n/af/notifications.json' with { type: 'json' }
import afPrivacy from '../web/i18n/af/privacy.json' with { type: 'json' }
import enLabels from '../web/i18n/en/enums.json' with { type: 'json' }
import enMails from '../web/i18n/en/mails.json' with { type: 'json' }
import enNotifications from '../web/i18n/en/notifications.json' with { type: 'json' }
import enPrivacy from '../web/i18n/en/privacy.json' with { type: 'json' }
import zuLabels from '../web/i18n/zu/enums.json' with { type: 'json' }
import zuMails from '../web/i18n/zu/mails.json' with { type: 'json' }
import zuNotifications from '../web/i18n/zu/notifications.json' with { type: 'json' }
import zuPrivacy from '../web/i18n/zu/privacy.json' with { type: 'json' }

/* The texts of the dashboard that the server writes too, in notifications, in mails, and in the compliance report. */

/** Ready at once, because its texts are in memory. */
const texts = i18next.createInstance(
  {
    initAsync: false,
    resources: {
      en: { mails: enMails, notifications: enNotifications, enums: enLabels, privacy: enPrivacy },
      af: { mails: afMails, notifications: afNotifications, enums: afLabels, privacy: afPrivacy },
      zu: { mails: zuMails, notifications: zuNotifications, enums: zuLabels, privacy: zuPrivacy },
    },
    fallbackLng: false,
    defaultNS: 'notifications',
    interpolation: { escapeValue: false },
  },
  (error: unknown) => {
    if (error) throw error
  },
)

/** Node knows no South African formats of isiZulu, and neither do browsers: see `src/web/format.ts`. */
const localeOf = (language = 'en') => (language === 'af' ? 'af-ZA' : 'en-ZA')

/** Formats of values, which texts may name: `{{spent, rand}}`. */
export const formats = {
  label: (values: string | readonly string[], lng?: string): string =>
    [values]
      .flat()
      .map((value) => texts.t(value, { ns: 'enums', lng, defaultValue: value }))
      .join(', '),
  resource: (type: string, lng?: string): string =>
    texts.t(`resources.${type}`, { ns: 'enums', lng, defaultValue: formats.label(type, lng) }),
  moment: (iso: string, language?: string) =>
    new Intl.DateTimeFormat(localeOf(language), {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'Africa/Johannesburg',
    }).format(new Date(iso)),
  number: (value: number, language?: string) => new Intl.NumberFormat(localeOf(language)).format(value),
  rand: (cents: number, language?: string) =>
    new Intl.NumberFormat(localeOf(language), { style: 'currency', currency: 'ZAR' }).format(cents / 100),
  percent: (share: number, language?: string) =>
    new Intl.NumberFormat(localeOf(language), { style: 'percent', maximumFractionDigits: 1 }).format(share),
  change: (share: number, language?: string) =>
    new Intl.NumberFormat(localeOf(language), {
      style: 'percent',
      maximumFractionDigits: 1,
      signDisplay: 'exceptZero',
    }).format(share),
  reason: ({ code, ...values }: Cause, lng?: string): string => texts.t(`reasons.${code}`, { ...values, lng }),
  // A calendar day has no time zone; reading and formatting both use UTC.
  day: (day: string, language?: string) =>
    new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day)),
}
for (const [name, format] of Object.entries(formats))
  texts.services.formatter?.add(name, format as (value: unknown) => string)

export type TextLanguage = 'en' | 'af' | 'zu'

/** The texts in a language. */
export const textsIn = (
  language: TextLanguage,
  catalogue: 'mails' | 'notifications' | 'privacy' = 'notifications',
): TFunction => texts.getFixedT(language, catalogue)

/** The cause of a change by the service: the code of its text in `reasons`, and the values in the text. */
export interface Cause {
  code: keyof typeof enNotifications.reasons
  [value: string]: unknown
}

/** The English text of a cause. */
export const causeText = (cause: Cause): string => formats.reason(cause, 'en')
