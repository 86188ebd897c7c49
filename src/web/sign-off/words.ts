/** The texts of the page in one language. The page is not part of the dashboard, so its catalogue is its own. */
export interface Words {
  name: string
  title: string
  language: string
  asks: (organization: string) => string
  codeHint: (email: string) => string
  sendCode: string
  sendAgain: string
  code: string
  open: string
  codeSent: string
  wrongCode: (tries: number) => string
  due: (day: string) => string
  now: string
  before: string
  seen: string
  seenHint: string
  plainText: string
  view: string
  showImages: string
  desktop: string
  phone: string
  budget: string
  starts: string
  ends: string
  channels: string
  comments: string
  passage: string
  passageHint: string
  comment: string
  addComment: string
  decision: string
  approve: string
  reason: string
  requestChanges: string
  handOver: string
  handOverHint: string
  colleagueName: string
  colleagueEmail: string
  approved: string
  changesRequested: string
  handedOver: string
  ended: Record<string, string>
  unknown: string
  session: string
  changed: string
  tooMany: string
  failed: string
  waiting: string
}

const en: Words = {
  name: 'English',
  title: 'Approval',
  language: 'Language',
  asks: (organization) => `${organization} asks for your approval`,
  codeHint: (email) => `To show that this link is yours, we mail a code of six digits to ${email}.`,
  sendCode: 'Mail me a code',
  sendAgain: 'Mail me another code',
  code: 'Code of six digits',
  open: 'Open',
  codeSent: 'The code was mailed. It is valid for ten minutes.',
  wrongCode: (tries) => `The code is wrong. Tries left: ${tries}.`,
  due: (day) => `Please decide by ${day}.`,
  now: 'To approve now',
  before: 'Approved before',
  seen: 'As the audience sees it',
  seenHint:
    'Links lead nowhere here. Images are loaded only if you ask for them, because their server can then see that you read. Each recipient sees a value instead of {{name}} and the like.',
  plainText: 'As plain text',
  view: 'View',
  showImages: 'Show images',
  desktop: 'Desktop',
  phone: 'Phone',
  budget: 'Budget',
  starts: 'Start',
  ends: 'End',
  channels: 'Channels',
  comments: 'Comments',
  passage: 'Passage',
  passageHint: 'Select a part of the text above, or type it here.',
  comment: 'Comment',
  addComment: 'Add the comment',
  decision: 'Your decision',
  approve: 'Approve',
  reason: 'What should change?',
  requestChanges: 'Ask for changes',
  handOver: 'Hand over to a colleague',
  handOverHint: 'The colleague gets a link and decides instead of you. Your link ends.',
  colleagueName: 'Name of the colleague',
  colleagueEmail: 'E-mail address of the colleague',
  approved: 'You approved. Thank you.',
  changesRequested: 'You asked for changes. Thank you.',
  handedOver: 'The colleague gets a mail with a link.',
  ended: {
    APPROVED: 'This was approved. Nothing is left to decide.',
    CHANGES_REQUESTED: 'Changes were requested. You get a new mail when they are made.',
    VOIDED: 'This was changed after it was sent to you. You get a new mail if your approval is needed again.',
    REVOKED: 'The request was withdrawn.',
    EXPIRED: 'This link has expired. Ask the sender for a new one.',
  },
  unknown: 'This link is not valid, or no longer. Use the link of the last mail as it is.',
  session: 'Your session has ended. Request another code.',
  changed: 'This has changed since it was shown to you. Load the page again.',
  tooMany: 'Too many tries. Wait a minute, or ask the sender for a new link.',
  failed: 'This did not work. Try again in a minute.',
  waiting: 'One moment …',
}

const af: Words = {
  name: 'Afrikaans',
  title: 'Goedkeuring',
  language: 'Taal',
  asks: (organization) => `${organization} vra u goedkeuring`,
  codeHint: (email) => `Om te wys dat hierdie skakel u s’n is, stuur ons ’n kode van ses syfers aan ${email}.`,
  sendCode: 'Stuur vir my ’n kode',
  sendAgain: 'Stuur vir my nog ’n kode',
  code: 'Kode van ses syfers',
  open: 'Maak oop',
  codeSent: 'Die kode is gestuur. Dit is tien minute lank geldig.',
  wrongCode: (tries) => `Die kode is verkeerd. Pogings oor: ${tries}.`,
  due: (day) => `Besluit asseblief teen ${day}.`,
  now: 'Nou goed te keur',
  before: 'Vantevore goedgekeur',
  seen: 'Soos die gehoor dit sien',
  seenHint:
    'Skakels lei hier nêrens heen nie. Beelde word slegs gelaai as u dit vra, want hul bediener kan dan sien dat u lees. Elke ontvanger sien ’n waarde in plaas van {{name}} en dergelike.',
  plainText: 'As gewone teks',
  view: 'Aansig',
  showImages: 'Wys beelde',
  desktop: 'Rekenaar',
  phone: 'Foon',
  budget: 'Begroting',
  starts: 'Begin',
  ends: 'Einde',
  channels: 'Kanale',
  comments: 'Kommentaar',
  passage: 'Gedeelte',
  passageHint: 'Kies ’n deel van die teks hierbo, of tik dit hier.',
  comment: 'Opmerking',
  addComment: 'Voeg die opmerking by',
  decision: 'U besluit',
  approve: 'Keur goed',
  reason: 'Wat moet verander?',
  requestChanges: 'Vra veranderings',
  handOver: 'Gee oor aan ’n kollega',
  handOverHint: 'Die kollega kry ’n skakel en besluit in u plek. U skakel eindig.',
  colleagueName: 'Naam van die kollega',
  colleagueEmail: 'E-posadres van die kollega',
  approved: 'U het goedgekeur. Dankie.',
  changesRequested: 'U het veranderings gevra. Dankie.',
  handedOver: 'Die kollega kry ’n e-pos met ’n skakel.',
  ended: {
    APPROVED: 'Dit is goedgekeur. Daar is niks meer om te besluit nie.',
    CHANGES_REQUESTED: 'Veranderings is gevra. U kry ’n nuwe e-pos wanneer dit gemaak is.',
    VOIDED: 'Dit is verander nadat dit aan u gestuur is. U kry ’n nuwe e-pos as u goedkeuring weer nodig is.',
    REVOKED: 'Die versoek is teruggetrek.',
    EXPIRED: 'Hierdie skakel het verval. Vra die sender vir ’n nuwe een.',
  },
  unknown: 'Hierdie skakel is nie geldig nie, of nie meer nie. Gebruik die skakel van die laaste e-pos soos dit is.',
  session: 'U sessie het geëindig. Vra nog ’n kode.',
  changed: 'Dit het verander sedert dit aan u vertoon is. Laai die bladsy weer.',
  tooMany: 'Te veel pogings. Wag ’n minuut, of vra die sender vir ’n nuwe skakel.',
  failed: 'Dit het nie gewerk nie. Probeer weer oor ’n minuut.',
  waiting: 'Een oomblik …',
}

const zu: Words = {
  name: 'isiZulu',
  title: 'Ukugunyaza',
  language: 'Ulimi',
  asks: (organization) => `I-${organization} icela ukugunyaza kwakho`,
  codeHint: (email) =>
    `Ukuze ubonise ukuthi lesi sixhumanisi ngesakho, sithumela ikhodi enezinombolo eziyisithupha ku-${email}.`,
  sendCode: 'Ngithumeleni ikhodi',
  sendAgain: 'Ngithumeleni enye ikhodi',
  code: 'Ikhodi enezinombolo eziyisithupha',
  open: 'Vula',
  codeSent: 'Ikhodi ithunyelwe. Isebenza imizuzu eyishumi.',
  wrongCode: (tries) => `Ikhodi ayilungile. Imizamo esele: ${tries}.`,
  due: (day) => `Sicela unqume ngaphambi kuka-${day}.`,
  now: 'Okufanele kugunyazwe manje',
  before: 'Okwagunyazwa ngaphambili',
  seen: 'Njengoba izethameli zikubona',
  seenHint:
    'Lapha izixhumanisi aziyi ndawo. Izithombe zilayishwa kuphela uma uzicela, ngoba iseva yazo ingabona ukuthi uyafunda. Umamukeli ngamunye ubona inani esikhundleni se-{{name}} nokunye okunjalo.',
  plainText: 'Njengombhalo nje',
  view: 'Ukubuka',
  showImages: 'Bonisa izithombe',
  desktop: 'Ikhompyutha',
  phone: 'Ifoni',
  budget: 'Isabelomali',
  starts: 'Ukuqala',
  ends: 'Ukuphela',
  channels: 'Iziteshi',
  comments: 'Imibono',
  passage: 'Isiqephu',
  passageHint: 'Khetha ingxenye yombhalo ongenhla, noma uyibhale lapha.',
  comment: 'Umbono',
  addComment: 'Engeza umbono',
  decision: 'Isinqumo sakho',
  approve: 'Gunyaza',
  reason: 'Yini okufanele ishintshe?',
  requestChanges: 'Cela izinguquko',
  handOver: 'Dlulisela kozakwenu',
  handOverHint: 'Uzakwenu uthola isixhumanisi futhi unquma esikhundleni sakho. Isixhumanisi sakho siyaphela.',
  colleagueName: 'Igama likazakwenu',
  colleagueEmail: 'Ikheli le-imeyili likazakwenu',
  approved: 'Ugunyazile. Siyabonga.',
  changesRequested: 'Ucele izinguquko. Siyabonga.',
  handedOver: 'Uzakwenu uzothola i-imeyili enesixhumanisi.',
  ended: {
    APPROVED: 'Lokhu kugunyaziwe. Akusekho okumele kunqunywe.',
    CHANGES_REQUESTED: 'Kucelwe izinguquko. Uzothola i-imeyili entsha uma sezenziwe.',
    VOIDED:
      'Lokhu kushintshiwe ngemva kokuthunyelwa kuwe. Uzothola i-imeyili entsha uma ukugunyaza kwakho kudingeka futhi.',
    REVOKED: 'Isicelo sihoxisiwe.',
    EXPIRED: 'Lesi sixhumanisi siphelelwe yisikhathi. Cela esisha kothumelile.',
  },
  unknown:
    'Lesi sixhumanisi asisebenzi, noma asisasebenzi. Sebenzisa isixhumanisi se-imeyili yokugcina njengoba sinjalo.',
  session: 'Iseshini yakho iphelile. Cela enye ikhodi.',
  changed: 'Lokhu kushintshile selokhu kwaboniswa kuwe. Layisha ikhasi futhi.',
  tooMany: 'Imizamo miningi kakhulu. Linda umzuzu, noma ucele isixhumanisi esisha kothumelile.',
  failed: 'Akusebenzanga. Zama futhi emzuzwini.',
  waiting: 'Isikhashana …',
}

export const LANGUAGES = { en, af, zu } as const
export type PageLanguage = keyof typeof LANGUAGES

export const languageOf = (tag: string): PageLanguage => (tag === 'af' || tag === 'zu' ? tag : 'en')
