import type { Words } from "@quire/reader"

/** What the sign-in page says, in one language; `{}` stands for a name. */
export interface SignInWords {
  readonly title: string
  readonly useLink: string
  readonly signIn: string
  readonly takeToken: string
  readonly token: string
  readonly tokenShown: string
  readonly sendAs: string
  readonly reference: string
  readonly openLink: string
  readonly orWith: string
  readonly signInWith: string
  readonly signedIn: string
  readonly signOut: string
  readonly failed: string
  readonly used: string
  readonly later: string
  readonly refused: string
  readonly otherLink: string
}

const en: SignInWords = {
  title: "Sign in to Quire",
  useLink: "You opened a link that signs you in once. It is used when you press the button.",
  signIn: "Sign in",
  takeToken: "Get an API token instead",
  token: "API token",
  tokenShown: "This is your API token. It is shown this once: keep it where nobody else can read it.",
  sendAs: "Programs send it like this:",
  reference: "API reference",
  openLink: "Open the link that was sent to you, as it is in the letter.",
  orWith: "Or sign in with your organization.",
  signInWith: "Sign in with {}",
  signedIn: "You are signed in as {}.",
  signOut: "Sign out",
  failed: "You are not signed in.",
  used: "This link was used before, or it is over.",
  later: "The server could not sign you in now. Try the link again later.",
  refused:
    "Your organization did not sign you in. Try it again, or ask an administrator to allow single sign-on for your account.",
  otherLink: "Whoever runs this server can send you another link."
}

const fr: SignInWords = {
  title: "Se connecter à Quire",
  useLink: "Vous avez ouvert un lien qui vous connecte une fois. Il est utilisé quand vous appuyez sur le bouton.",
  signIn: "Se connecter",
  takeToken: "Obtenir plutôt un jeton d’API",
  token: "Jeton d’API",
  tokenShown: "Voici votre jeton d’API. Il n’est affiché qu’une fois : gardez-le à l’abri des regards.",
  sendAs: "Les programmes l’envoient ainsi :",
  reference: "Référence de l’API",
  openLink: "Ouvrez le lien qui vous a été envoyé, tel qu’il est dans la lettre.",
  orWith: "Ou connectez-vous avec votre organisation.",
  signInWith: "Se connecter avec {}",
  signedIn: "Vous êtes connecté en tant que {}.",
  signOut: "Se déconnecter",
  failed: "Vous n’êtes pas connecté.",
  used: "Ce lien a déjà été utilisé, ou il n’est plus valable.",
  later: "Le serveur n’a pas pu vous connecter. Réessayez le lien plus tard.",
  refused:
    "Votre organisation ne vous a pas connecté. Réessayez, ou demandez à un administrateur d’autoriser l’authentification unique pour votre compte.",
  otherLink: "La personne qui gère ce serveur peut vous envoyer un autre lien."
}

const es: SignInWords = {
  title: "Iniciar sesión en Quire",
  useLink: "Ha abierto un enlace que inicia sesión una vez. Se usa cuando pulsa el botón.",
  signIn: "Iniciar sesión",
  takeToken: "Obtener en su lugar un token de API",
  token: "Token de API",
  tokenShown: "Este es su token de API. Solo se muestra esta vez: guárdelo donde nadie más pueda leerlo.",
  sendAs: "Los programas lo envían así:",
  reference: "Referencia de la API",
  openLink: "Abra el enlace que recibió, tal como está en la carta.",
  orWith: "O inicie sesión con su organización.",
  signInWith: "Iniciar sesión con {}",
  signedIn: "Ha iniciado sesión como {}.",
  signOut: "Cerrar sesión",
  failed: "No ha iniciado sesión.",
  used: "Este enlace ya se usó o ha caducado.",
  later: "El servidor no pudo iniciar la sesión. Pruebe el enlace más tarde.",
  refused:
    "Su organización no inició la sesión. Inténtelo de nuevo o pida a un administrador que permita el inicio de sesión único para su cuenta.",
  otherLink: "Quien administra este servidor puede enviarle otro enlace."
}

const de: SignInWords = {
  title: "Bei Quire anmelden",
  useLink: "Sie haben einen Link geöffnet, der Sie einmal anmeldet. Er wird erst mit dem Knopf benutzt.",
  signIn: "Anmelden",
  takeToken: "Stattdessen ein API-Token holen",
  token: "API-Token",
  tokenShown:
    "Das ist Ihr API-Token. Es wird nur dieses Mal gezeigt: Verwahren Sie es so, dass es sonst niemand liest.",
  sendAs: "Programme senden es so:",
  reference: "API-Referenz",
  openLink: "Öffnen Sie den Link, der Ihnen geschickt wurde, so wie er im Brief steht.",
  orWith: "Oder melden Sie sich über Ihre Organisation an.",
  signInWith: "Mit {} anmelden",
  signedIn: "Sie sind als {} angemeldet.",
  signOut: "Abmelden",
  failed: "Sie sind nicht angemeldet.",
  used: "Dieser Link wurde schon benutzt oder ist abgelaufen.",
  later: "Der Server konnte Sie gerade nicht anmelden. Versuchen Sie den Link später noch einmal.",
  refused:
    "Ihre Organisation hat Sie nicht angemeldet. Versuchen Sie es noch einmal, oder bitten Sie jemanden mit Administratorrechten, Single Sign-on für Ihr Konto zu erlauben.",
  otherLink: "Wer diesen Server betreibt, kann Ihnen einen neuen Link schicken."
}

const nl: SignInWords = {
  title: "Inloggen bij Quire",
  useLink: "U hebt een link geopend waarmee u één keer inlogt. Hij wordt gebruikt als u op de knop drukt.",
  signIn: "Inloggen",
  takeToken: "In plaats daarvan een API-token ophalen",
  token: "API-token",
  tokenShown: "Dit is uw API-token. Het wordt alleen nu getoond: bewaar het waar niemand anders het kan lezen.",
  sendAs: "Programma’s sturen het zo:",
  reference: "API-referentie",
  openLink: "Open de link die u is toegestuurd, zoals die in de brief staat.",
  orWith: "Of log in via uw organisatie.",
  signInWith: "Inloggen met {}",
  signedIn: "U bent ingelogd als {}.",
  signOut: "Uitloggen",
  failed: "U bent niet ingelogd.",
  used: "Deze link is al gebruikt of is verlopen.",
  later: "De server kon u nu niet inloggen. Probeer de link later nog eens.",
  refused:
    "Uw organisatie heeft u niet ingelogd. Probeer het nog eens, of vraag een beheerder om single sign-on voor uw account toe te staan.",
  otherLink: "Wie deze server beheert, kan u een andere link sturen."
}

const no: SignInWords = {
  title: "Logg inn på Quire",
  useLink: "Du åpnet en lenke som logger deg inn én gang. Den brukes når du trykker på knappen.",
  signIn: "Logg inn",
  takeToken: "Hent et API-token i stedet",
  token: "API-token",
  tokenShown: "Dette er ditt API-token. Det vises bare denne ene gangen: ta vare på det der ingen andre kan lese det.",
  sendAs: "Programmer sender det slik:",
  reference: "API-referanse",
  openLink: "Åpne lenken du har fått, slik den står i brevet.",
  orWith: "Eller logg inn med organisasjonen din.",
  signInWith: "Logg inn med {}",
  signedIn: "Du er logget inn som {}.",
  signOut: "Logg ut",
  failed: "Du er ikke logget inn.",
  used: "Denne lenken er brukt før, eller den er utløpt.",
  later: "Serveren kunne ikke logge deg inn nå. Prøv lenken igjen senere.",
  refused:
    "Organisasjonen din logget deg ikke inn. Prøv igjen, eller be en administrator om å tillate enkel pålogging for kontoen din.",
  otherLink: "Den som driver denne serveren, kan sende deg en ny lenke."
}

const ptBr: SignInWords = {
  title: "Entrar no Quire",
  useLink: "Você abriu um link que faz login uma vez. Ele é usado quando você aperta o botão.",
  signIn: "Entrar",
  takeToken: "Obter um token de API em vez disso",
  token: "Token de API",
  tokenShown: "Este é o seu token de API. Ele só é mostrado desta vez: guarde-o onde ninguém mais possa ler.",
  sendAs: "Programas o enviam assim:",
  reference: "Referência da API",
  openLink: "Abra o link que foi enviado a você, como está na carta.",
  orWith: "Ou entre com a sua organização.",
  signInWith: "Entrar com {}",
  signedIn: "Você entrou como {}.",
  signOut: "Sair",
  failed: "Você não entrou.",
  used: "Este link já foi usado ou expirou.",
  later: "O servidor não conseguiu fazer o login agora. Tente o link mais tarde.",
  refused:
    "A sua organização não fez o login. Tente de novo ou peça a um administrador que permita o login único para a sua conta.",
  otherLink: "Quem administra este servidor pode enviar outro link."
}

const zh: SignInWords = {
  title: "登录 Quire",
  useLink: "您打开了一个一次性登录链接。按下按钮时才会使用它。",
  signIn: "登录",
  takeToken: "改为获取 API 令牌",
  token: "API 令牌",
  tokenShown: "这是您的 API 令牌。它只显示这一次：请保存在别人看不到的地方。",
  sendAs: "程序这样发送它：",
  reference: "API 参考",
  openLink: "请打开发送给您的链接，与信中的完全一致。",
  orWith: "或者通过您的组织登录。",
  signInWith: "使用 {} 登录",
  signedIn: "您已以 {} 的身份登录。",
  signOut: "退出登录",
  failed: "您没有登录。",
  used: "此链接已被使用或已过期。",
  later: "服务器现在无法让您登录。请稍后再试此链接。",
  refused: "您的组织没有让您登录。请重试，或请管理员为您的帐户允许单点登录。",
  otherLink: "此服务器的管理者可以给您发送新的链接。"
}

const ja: SignInWords = {
  title: "Quire にサインイン",
  useLink: "一度だけサインインできるリンクを開きました。ボタンを押すと使われます。",
  signIn: "サインイン",
  takeToken: "代わりに API トークンを取得",
  token: "API トークン",
  tokenShown:
    "これがあなたの API トークンです。表示されるのは今回だけです。ほかの人に読まれない場所に保管してください。",
  sendAs: "プログラムは次のように送ります。",
  reference: "API リファレンス",
  openLink: "届いたリンクを、手紙にあるとおりに開いてください。",
  orWith: "または、組織でサインインしてください。",
  signInWith: "{} でサインイン",
  signedIn: "{} としてサインインしています。",
  signOut: "サインアウト",
  failed: "サインインしていません。",
  used: "このリンクはすでに使われたか、期限が切れています。",
  later: "今はサインインできませんでした。あとでもう一度リンクを試してください。",
  refused:
    "組織でサインインできませんでした。もう一度試すか、あなたのアカウントのシングルサインオンを許可するよう管理者に頼んでください。",
  otherLink: "このサーバーの管理者が新しいリンクを送れます。"
}

const locales: { readonly [locale in Words.Locale]: SignInWords } = { en, fr, es, zh, ja, de, nl, no, "pt-br": ptBr }

export const of = (locale: Words.Locale): SignInWords => locales[locale]

const names: { readonly [language: string]: Words.Locale } = {
  en: "en",
  fr: "fr",
  es: "es",
  zh: "zh",
  ja: "ja",
  de: "de",
  nl: "nl",
  no: "no",
  nb: "no",
  nn: "no",
  pt: "pt-br"
}

/** The first language of a browser that the page has, by its `Accept-Language`; English if there is none. */
export const localeOf = (accepted = ""): Words.Locale => {
  const ranges = accepted.split(",", 20).map((range, place) => {
    const [tag = "", ...parameters] = range.trim().toLowerCase().split(";")
    const quality = parameters.find((parameter) => parameter.trim().startsWith("q="))
    return {
      language: tag.split("-")[0] ?? "",
      quality: quality === undefined ? 1 : Number(quality.trim().slice(2)),
      place
    }
  })
  const wanted = ranges
    .filter(({ language, quality }) => Object.hasOwn(names, language) && quality > 0)
    .sort((one, other) => other.quality - one.quality || one.place - other.place)
  return names[wanted[0]?.language ?? "en"] ?? "en"
}
