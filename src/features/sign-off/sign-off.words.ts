import { HOME, todayIn } from '../analytics/analytics.days.ts'
import type { Language } from '../content/content-item.entity.ts'

/** The facts about a sign-off in a mail to a reviewer. */
interface MailFacts {
  name: string
  organization: string
  title: string
}

interface Message {
  subject: (facts: MailFacts) => string
  text: (facts: MailFacts) => string
}

/** The texts of a reviewer's mails, and the wording of an approval, in one language. */
interface SignOffWords extends Record<MailKind, Message> {
  open: (link: string) => string
  due: (day: string) => string
  code: Message & { code: (code: string) => string }
  /** The statement that an approval agrees to. */
  agreement: (facts: Pick<MailFacts, 'organization' | 'title'>) => string
}

/** The mails to a reviewer. */
export type MailKind = 'request' | 'reminder' | 'code' | 'voided' | 'revoked'

type ReviewLanguage = 'en' | 'af' | 'zu'

const WORDS: Readonly<Record<ReviewLanguage, SignOffWords>> = {
  en: {
    request: {
      subject: ({ title }) => `Please approve: ${title}`,
      text: ({ name, organization, title }) =>
        `Dear ${name}\n\n${organization} asks you to approve "${title}", or to ask for changes.`,
    },
    reminder: {
      subject: ({ title }) => `Reminder, please approve: ${title}`,
      text: ({ name, organization, title }) =>
        `Dear ${name}\n\n${organization} waits for your decision on "${title}". Your former link no longer works.`,
    },
    open: (link) => `Open this link to read it and to decide. It is for you only:\n${link}`,
    due: (day) => `Please decide by ${day}.`,
    code: {
      subject: () => 'Your code for the approval',
      text: ({ name, title }) => `Dear ${name}\n\nThis code opens "${title}". It is valid for ten minutes.`,
      code: (code) => `Code: ${code}\n\nIf you did not ask for a code, ignore this mail and give the code to nobody.`,
    },
    voided: {
      subject: ({ title }) => `Changed, approval no longer valid: ${title}`,
      text: ({ name, organization, title }) =>
        `Dear ${name}\n\n${organization} changed "${title}" after it was sent to you. The request and every approval of it ` +
        'are no longer valid. You get a new request if another approval is needed.',
    },
    revoked: {
      subject: ({ title }) => `Withdrawn: ${title}`,
      text: ({ name, organization, title }) =>
        `Dear ${name}\n\n${organization} has withdrawn the request to approve "${title}". Your link no longer works.`,
    },
    agreement: ({ organization, title }) =>
      `I have read "${title}" as it is shown here, and I approve that ${organization} uses it.`,
  },
  af: {
    request: {
      subject: ({ title }) => `Keur asseblief goed: ${title}`,
      text: ({ name, organization, title }) =>
        `Beste ${name}\n\n${organization} vra u om "${title}" goed te keur, of om veranderings te vra.`,
    },
    reminder: {
      subject: ({ title }) => `Herinnering, keur asseblief goed: ${title}`,
      text: ({ name, organization, title }) =>
        `Beste ${name}\n\n${organization} wag vir u besluit oor "${title}". U vorige skakel werk nie meer nie.`,
    },
    open: (link) => `Maak hierdie skakel oop om dit te lees en te besluit. Dit is net vir u:\n${link}`,
    due: (day) => `Besluit asseblief teen ${day}.`,
    code: {
      subject: () => 'U kode vir die goedkeuring',
      text: ({ name, title }) => `Beste ${name}\n\nHierdie kode maak "${title}" oop. Dit is tien minute lank geldig.`,
      code: (code) =>
        `Kode: ${code}\n\nAs u nie ’n kode gevra het nie, ignoreer hierdie e-pos en gee die kode vir niemand.`,
    },
    voided: {
      subject: ({ title }) => `Verander, goedkeuring nie meer geldig nie: ${title}`,
      text: ({ name, organization, title }) =>
        `Beste ${name}\n\n${organization} het "${title}" verander nadat dit aan u gestuur is. Die versoek en elke goedkeuring ` +
        'daarvan is nie meer geldig nie. U kry ’n nuwe versoek as nog ’n goedkeuring nodig is.',
    },
    revoked: {
      subject: ({ title }) => `Teruggetrek: ${title}`,
      text: ({ name, organization, title }) =>
        `Beste ${name}\n\n${organization} het die versoek om "${title}" goed te keur teruggetrek. U skakel werk nie meer nie.`,
    },
    agreement: ({ organization, title }) =>
      `Ek het "${title}" gelees soos dit hier vertoon word, en ek keur goed dat ${organization} dit gebruik.`,
  },
  zu: {
    request: {
      subject: ({ title }) => `Sicela ugunyaze: ${title}`,
      text: ({ name, organization, title }) =>
        `Sawubona ${name}\n\nI-${organization} icela ugunyaze u-"${title}", noma ucele izinguquko.`,
    },
    reminder: {
      subject: ({ title }) => `Isikhumbuzo, sicela ugunyaze: ${title}`,
      text: ({ name, organization, title }) =>
        `Sawubona ${name}\n\nI-${organization} ilinde isinqumo sakho ngo-"${title}". Isixhumanisi sakho sangaphambili ` +
        'asisasebenzi.',
    },
    open: (link) => `Vula lesi sixhumanisi ukuze uyifunde futhi unqume. Ngesakho wena kuphela:\n${link}`,
    due: (day) => `Sicela unqume ngaphambi kuka-${day}.`,
    code: {
      subject: () => 'Ikhodi yakho yokugunyaza',
      text: ({ name, title }) => `Sawubona ${name}\n\nLe khodi ivula u-"${title}". Isebenza imizuzu eyishumi.`,
      code: (code) => `Ikhodi: ${code}\n\nUma ungayicelanga ikhodi, ungayinaki le imeyili futhi unganiki muntu ikhodi.`,
    },
    voided: {
      subject: ({ title }) => `Kushintshiwe, ukugunyaza akusasebenzi: ${title}`,
      text: ({ name, organization, title }) =>
        `Sawubona ${name}\n\nI-${organization} ishintshe u-"${title}" ngemva kokukuthumelela yona. Isicelo nakho konke ` +
        'ukugunyaza akusasebenzi. Uzothola isicelo esisha uma kudingeka okunye ukugunyaza.',
    },
    revoked: {
      subject: ({ title }) => `Kuhoxisiwe: ${title}`,
      text: ({ name, organization, title }) =>
        `Sawubona ${name}\n\nI-${organization} isihoxisile isicelo sokugunyaza u-"${title}". Isixhumanisi sakho asisasebenzi.`,
    },
    agreement: ({ organization, title }) =>
      `Ngiyifundile i-"${title}" njengoba iboniswa lapha, futhi ngiyagunyaza ukuthi i-${organization} iyisebenzise.`,
  },
}

/** The mail to the requester of a sign-off whose due time has passed without a decision. */
export const overdueMail = (facts: { name: string; title: string; dueAt: Date; waiting: number }) => ({
  subject: `Overdue, not approved: ${facts.title}`,
  text:
    `Dear ${facts.name}\n\nThe sign-off of "${facts.title}" was due on ${todayIn(HOME, facts.dueAt)} and has no ` +
    `decision. Reviewers who have not decided: ${facts.waiting}. You can remind them, or withdraw the request.`,
})

/** The texts in a language, or in English. */
export const wordsIn = (language: `${Language}`): SignOffWords =>
  language === 'af' || language === 'zu' ? WORDS[language] : WORDS.en

/** The wording of an approval in each language that it exists in. */
export const agreementsOf = (facts: Pick<MailFacts, 'organization' | 'title'>): Record<ReviewLanguage, string> => ({
  en: WORDS.en.agreement(facts),
  af: WORDS.af.agreement(facts),
  zu: WORDS.zu.agreement(facts),
})
