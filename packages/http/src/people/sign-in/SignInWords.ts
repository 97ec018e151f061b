import type { Words } from "@quire/reader"

/** Texts of the sign-in page in one language; `{}` stands for a name or an address. */
export interface SignInWords {
  readonly title: string
  readonly useLink: string
  readonly signIn: string
  readonly takeToken: string
  readonly token: string
  readonly tokenShown: string
  readonly sendAs: string
  readonly reference: string
  readonly enterEmail: string
  readonly email: string
  readonly sendLink: string
  readonly invalidEmail: string
  readonly sent: string
  readonly emailsOff: string
  readonly orWith: string
  readonly signInWith: string
  readonly signedIn: string
  readonly signOut: string
  readonly failed: string
  readonly used: string
  readonly later: string
  readonly refused: string
  readonly sites: string
}

const en: SignInWords = {
  title: "Sign in to Quire",
  useLink: "Press the button to sign in. The link works once.",
  signIn: "Sign in",
  takeToken: "Get an API token instead",
  token: "API token",
  tokenShown: "This API token is shown only once. Store it in a safe place.",
  sendAs: "Programs send it like this:",
  reference: "API reference",
  enterEmail: "Enter your email address, and we will send you a link to sign in.",
  email: "Email address",
  sendLink: "Email me a sign-in link",
  invalidEmail: "Enter a valid email address.",
  sent: "If there is an account for {}, a link to sign in is on its way. It works once, for one hour.",
  emailsOff: "Open the sign-in link that you received. If you have none, ask an administrator of this server for one.",
  orWith: "Or sign in with your organization.",
  signInWith: "Sign in with {}",
  signedIn: "You are signed in as {}.",
  signOut: "Sign out",
  failed: "You are not signed in.",
  used: "This sign-in link has expired or was already used. Request a new one.",
  later: "The server could not sign you in. Try again later.",
  refused:
    "Your organization did not sign you in. Try again, or ask an administrator to allow single sign-on for your account.",
  sites: "Your sites"
}

const fr: SignInWords = {
  title: "Se connecter à Quire",
  useLink: "Appuyez sur le bouton pour vous connecter. Le lien ne fonctionne qu’une fois.",
  signIn: "Se connecter",
  takeToken: "Obtenir plutôt un jeton d’API",
  token: "Jeton d’API",
  tokenShown: "Ce jeton d’API n’est affiché qu’une fois. Conservez-le en lieu sûr.",
  sendAs: "Les programmes l’envoient ainsi :",
  reference: "Référence de l’API",
  enterEmail: "Indiquez votre adresse e-mail : nous vous enverrons un lien de connexion.",
  email: "Adresse e-mail",
  sendLink: "M’envoyer un lien de connexion",
  invalidEmail: "Indiquez une adresse e-mail valide.",
  sent: "S’il existe un compte pour {}, un lien de connexion vient d’être envoyé. Il fonctionne une fois, pendant une heure.",
  emailsOff:
    "Ouvrez le lien de connexion que vous avez reçu. Si vous n’en avez pas, demandez-en un à un administrateur de ce serveur.",
  orWith: "Ou connectez-vous avec votre organisation.",
  signInWith: "Se connecter avec {}",
  signedIn: "Vous êtes connecté en tant que {}.",
  signOut: "Se déconnecter",
  failed: "Vous n’êtes pas connecté.",
  used: "Ce lien de connexion a expiré ou a déjà été utilisé. Demandez-en un nouveau.",
  later: "Le serveur n’a pas pu vous connecter. Réessayez plus tard.",
  refused:
    "Votre organisation ne vous a pas connecté. Réessayez, ou demandez à un administrateur d’autoriser l’authentification unique pour votre compte.",
  sites: "Vos sites"
}

const es: SignInWords = {
  title: "Iniciar sesión en Quire",
  useLink: "Pulse el botón para iniciar sesión. El enlace funciona una sola vez.",
  signIn: "Iniciar sesión",
  takeToken: "Obtener en su lugar un token de API",
  token: "Token de API",
  tokenShown: "Este token de API solo se muestra una vez. Guárdelo en un lugar seguro.",
  sendAs: "Los programas lo envían así:",
  reference: "Referencia de la API",
  enterEmail: "Escriba su correo electrónico y le enviaremos un enlace para iniciar sesión.",
  email: "Correo electrónico",
  sendLink: "Enviarme un enlace",
  invalidEmail: "Escriba un correo electrónico válido.",
  sent: "Si hay una cuenta para {}, hemos enviado un enlace para iniciar sesión. Funciona una vez, durante una hora.",
  emailsOff:
    "Abra el enlace de inicio de sesión que recibió. Si no tiene ninguno, pídalo a un administrador de este servidor.",
  orWith: "O inicie sesión con su organización.",
  signInWith: "Iniciar sesión con {}",
  signedIn: "Ha iniciado sesión como {}.",
  signOut: "Cerrar sesión",
  failed: "No ha iniciado sesión.",
  used: "Este enlace ha caducado o ya se usó. Solicite uno nuevo.",
  later: "El servidor no pudo iniciar la sesión. Inténtelo más tarde.",
  refused:
    "Su organización no inició la sesión. Inténtelo de nuevo o pida a un administrador que permita el inicio de sesión único para su cuenta.",
  sites: "Sus sitios"
}

const de: SignInWords = {
  title: "Bei Quire anmelden",
  useLink: "Klicken Sie auf die Schaltfläche, um sich anzumelden. Der Link funktioniert einmal.",
  signIn: "Anmelden",
  takeToken: "Stattdessen ein API-Token holen",
  token: "API-Token",
  tokenShown: "Dieses API-Token wird nur einmal angezeigt. Bewahren Sie es sicher auf.",
  sendAs: "Programme senden es so:",
  reference: "API-Referenz",
  enterEmail: "Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link zum Anmelden.",
  email: "E-Mail-Adresse",
  sendLink: "Link per E-Mail senden",
  invalidEmail: "Geben Sie eine gültige E-Mail-Adresse ein.",
  sent: "Falls es ein Konto für {} gibt, ist ein Link zum Anmelden unterwegs. Er funktioniert einmal und eine Stunde lang.",
  emailsOff:
    "Öffnen Sie den Anmeldelink, den Sie erhalten haben. Falls Sie keinen haben, wenden Sie sich an die Administration dieses Servers.",
  orWith: "Oder melden Sie sich über Ihre Organisation an.",
  signInWith: "Mit {} anmelden",
  signedIn: "Sie sind als {} angemeldet.",
  signOut: "Abmelden",
  failed: "Sie sind nicht angemeldet.",
  used: "Dieser Anmeldelink ist abgelaufen oder wurde schon benutzt. Fordern Sie einen neuen an.",
  later: "Der Server konnte Sie nicht anmelden. Versuchen Sie es später noch einmal.",
  refused:
    "Ihre Organisation hat Sie nicht angemeldet. Versuchen Sie es noch einmal, oder bitten Sie jemanden mit Administratorrechten, Single Sign-on für Ihr Konto zu erlauben.",
  sites: "Ihre Websites"
}

const nl: SignInWords = {
  title: "Inloggen bij Quire",
  useLink: "Druk op de knop om in te loggen. De link werkt één keer.",
  signIn: "Inloggen",
  takeToken: "In plaats daarvan een API-token ophalen",
  token: "API-token",
  tokenShown: "Dit API-token wordt maar één keer getoond. Bewaar het op een veilige plek.",
  sendAs: "Programma’s sturen het zo:",
  reference: "API-referentie",
  enterEmail: "Vul uw e-mailadres in. We sturen u een link om in te loggen.",
  email: "E-mailadres",
  sendLink: "Stuur mij een inloglink",
  invalidEmail: "Vul een geldig e-mailadres in.",
  sent: "Als er een account voor {} is, is er een inloglink onderweg. Hij werkt één keer, een uur lang.",
  emailsOff:
    "Open de inloglink die u hebt ontvangen. Hebt u er geen, vraag er dan een aan een beheerder van deze server.",
  orWith: "Of log in via uw organisatie.",
  signInWith: "Inloggen met {}",
  signedIn: "U bent ingelogd als {}.",
  signOut: "Uitloggen",
  failed: "U bent niet ingelogd.",
  used: "Deze inloglink is verlopen of al gebruikt. Vraag een nieuwe aan.",
  later: "De server kon u niet inloggen. Probeer het later opnieuw.",
  refused:
    "Uw organisatie heeft u niet ingelogd. Probeer het nog eens, of vraag een beheerder om single sign-on voor uw account toe te staan.",
  sites: "Uw sites"
}

const no: SignInWords = {
  title: "Logg inn på Quire",
  useLink: "Trykk på knappen for å logge inn. Lenken virker én gang.",
  signIn: "Logg inn",
  takeToken: "Hent et API-token i stedet",
  token: "API-token",
  tokenShown: "Dette API-tokenet vises bare én gang. Oppbevar det på et trygt sted.",
  sendAs: "Programmer sender det slik:",
  reference: "API-referanse",
  enterEmail: "Skriv inn e-postadressen din, så sender vi deg en lenke for å logge inn.",
  email: "E-postadresse",
  sendLink: "Send meg en innloggingslenke",
  invalidEmail: "Skriv inn en gyldig e-postadresse.",
  sent: "Hvis det finnes en konto for {}, er en innloggingslenke på vei. Den virker én gang, i én time.",
  emailsOff: "Åpne innloggingslenken du har fått. Har du ingen, be en administrator for denne serveren om en.",
  orWith: "Eller logg inn med organisasjonen din.",
  signInWith: "Logg inn med {}",
  signedIn: "Du er logget inn som {}.",
  signOut: "Logg ut",
  failed: "Du er ikke logget inn.",
  used: "Denne innloggingslenken er utløpt eller allerede brukt. Be om en ny.",
  later: "Serveren kunne ikke logge deg inn. Prøv igjen senere.",
  refused:
    "Organisasjonen din logget deg ikke inn. Prøv igjen, eller be en administrator om å tillate enkel pålogging for kontoen din.",
  sites: "Dine nettsteder"
}

const ptBr: SignInWords = {
  title: "Entrar no Quire",
  useLink: "Pressione o botão para entrar. O link funciona uma vez.",
  signIn: "Entrar",
  takeToken: "Obter um token de API em vez disso",
  token: "Token de API",
  tokenShown: "Este token de API só é mostrado uma vez. Guarde-o em um lugar seguro.",
  sendAs: "Programas o enviam assim:",
  reference: "Referência da API",
  enterEmail: "Digite seu e-mail e enviaremos um link para entrar.",
  email: "E-mail",
  sendLink: "Enviar link de acesso",
  invalidEmail: "Digite um e-mail válido.",
  sent: "Se houver uma conta para {}, um link de acesso está a caminho. Ele funciona uma vez, por uma hora.",
  emailsOff: "Abra o link de acesso que você recebeu. Se não tiver um, peça a um administrador deste servidor.",
  orWith: "Ou entre com a sua organização.",
  signInWith: "Entrar com {}",
  signedIn: "Você entrou como {}.",
  signOut: "Sair",
  failed: "Você não entrou.",
  used: "Este link de acesso expirou ou já foi usado. Solicite um novo.",
  later: "O servidor não conseguiu fazer o login. Tente novamente mais tarde.",
  refused:
    "A sua organização não fez o login. Tente de novo ou peça a um administrador que permita o login único para a sua conta.",
  sites: "Seus sites"
}

const zh: SignInWords = {
  title: "登录 Quire",
  useLink: "按下按钮即可登录。该链接只能使用一次。",
  signIn: "登录",
  takeToken: "改为获取 API 令牌",
  token: "API 令牌",
  tokenShown: "此 API 令牌只显示一次。请将其保存在安全的地方。",
  sendAs: "程序这样发送它：",
  reference: "API 参考",
  enterEmail: "请输入您的电子邮件地址，我们会向您发送登录链接。",
  email: "电子邮件地址",
  sendLink: "发送登录链接",
  invalidEmail: "请输入有效的电子邮件地址。",
  sent: "如果 {} 有对应的帐户，登录链接已发送。链接可使用一次，一小时内有效。",
  emailsOff: "请打开您收到的登录链接。如果没有，请联系此服务器的管理员。",
  orWith: "或者通过您的组织登录。",
  signInWith: "使用 {} 登录",
  signedIn: "您已以 {} 的身份登录。",
  signOut: "退出登录",
  failed: "您没有登录。",
  used: "此登录链接已过期或已被使用。请重新申请。",
  later: "服务器无法让您登录。请稍后再试。",
  refused: "您的组织没有让您登录。请重试，或请管理员为您的帐户允许单点登录。",
  sites: "您的网站"
}

const ja: SignInWords = {
  title: "Quire にサインイン",
  useLink: "ボタンを押してサインインしてください。リンクは一度だけ使えます。",
  signIn: "サインイン",
  takeToken: "代わりに API トークンを取得",
  token: "API トークン",
  tokenShown: "この API トークンは一度だけ表示されます。安全な場所に保管してください。",
  sendAs: "プログラムは次のように送ります。",
  reference: "API リファレンス",
  enterEmail: "メールアドレスを入力してください。サインイン用のリンクをお送りします。",
  email: "メールアドレス",
  sendLink: "サインイン用リンクを送信",
  invalidEmail: "有効なメールアドレスを入力してください。",
  sent: "{} のアカウントがあれば、サインイン用のリンクをお送りしました。リンクは 1 時間以内に一度だけ使えます。",
  emailsOff:
    "受け取ったサインイン用リンクを開いてください。リンクがない場合は、このサーバーの管理者に依頼してください。",
  orWith: "または、組織でサインインしてください。",
  signInWith: "{} でサインイン",
  signedIn: "{} としてサインインしています。",
  signOut: "サインアウト",
  failed: "サインインしていません。",
  used: "このサインイン用リンクは期限切れか、すでに使われています。新しいリンクを申請してください。",
  later: "サインインできませんでした。後でもう一度お試しください。",
  refused:
    "組織でサインインできませんでした。もう一度試すか、あなたのアカウントのシングルサインオンを許可するよう管理者に頼んでください。",
  sites: "あなたのサイト"
}

const ar: SignInWords = {
  title: "تسجيل الدخول إلى Quire",
  useLink: "اضغط الزر لتسجيل الدخول. يعمل الرابط مرة واحدة.",
  signIn: "تسجيل الدخول",
  takeToken: "الحصول على رمز API بدلًا من ذلك",
  token: "رمز API",
  tokenShown: "يُعرض رمز API هذا مرة واحدة فقط. احفظه في مكان آمن.",
  sendAs: "ترسله البرامج هكذا:",
  reference: "مرجع API",
  enterEmail: "أدخل عنوان بريدك الإلكتروني، وسنرسل إليك رابطًا لتسجيل الدخول.",
  email: "عنوان البريد الإلكتروني",
  sendLink: "أرسل إليّ رابط تسجيل الدخول",
  invalidEmail: "أدخل عنوان بريد إلكتروني صالحًا.",
  sent: "إذا كان هناك حساب لـ {}، فسيصل إليه رابط لتسجيل الدخول. يعمل مرة واحدة خلال ساعة.",
  emailsOff: "افتح رابط تسجيل الدخول الذي تلقيته. إذا لم يكن لديك رابط، فاطلبه من مسؤول هذا الخادم.",
  orWith: "أو سجّل الدخول عبر مؤسستك.",
  signInWith: "تسجيل الدخول عبر {}",
  signedIn: "سجّلت الدخول باسم {}.",
  signOut: "تسجيل الخروج",
  failed: "لم يتم تسجيل دخولك.",
  used: "انتهت صلاحية رابط تسجيل الدخول أو استُخدم من قبل. اطلب رابطًا جديدًا.",
  later: "تعذّر على الخادم تسجيل دخولك. حاول مرة أخرى لاحقًا.",
  refused: "لم تسجّل مؤسستك دخولك. حاول مرة أخرى، أو اطلب من مسؤول السماح بتسجيل الدخول الموحّد لحسابك.",
  sites: "مواقعك"
}

const fa: SignInWords = {
  title: "ورود به Quire",
  useLink: "برای ورود دکمه را فشار دهید. پیوند یک بار کار می‌کند.",
  signIn: "ورود",
  takeToken: "به جای آن توکن API بگیرید",
  token: "توکن API",
  tokenShown: "این توکن API فقط یک بار نمایش داده می‌شود. آن را در جای امنی نگه دارید.",
  sendAs: "برنامه‌ها آن را این‌گونه می‌فرستند:",
  reference: "مرجع API",
  enterEmail: "نشانی ایمیل خود را وارد کنید تا پیوند ورود را برایتان بفرستیم.",
  email: "نشانی ایمیل",
  sendLink: "پیوند ورود را برایم بفرست",
  invalidEmail: "یک نشانی ایمیل معتبر وارد کنید.",
  sent: "اگر حسابی برای {} وجود داشته باشد، پیوند ورود در راه است. یک بار و تا یک ساعت کار می‌کند.",
  emailsOff: "پیوند ورودی را که دریافت کرده‌اید باز کنید. اگر پیوندی ندارید، از مدیر این سرور بخواهید.",
  orWith: "یا با سازمان خود وارد شوید.",
  signInWith: "ورود با {}",
  signedIn: "شما با نام {} وارد شده‌اید.",
  signOut: "خروج",
  failed: "شما وارد نشده‌اید.",
  used: "این پیوند ورود منقضی یا استفاده شده است. پیوند تازه‌ای درخواست کنید.",
  later: "سرور نتوانست شما را وارد کند. بعداً دوباره تلاش کنید.",
  refused:
    "سازمان شما ورودتان را نپذیرفت. دوباره تلاش کنید، یا از مدیر بخواهید ورود یکپارچه را برای حساب شما مجاز کند.",
  sites: "سایت‌های شما"
}

const he: SignInWords = {
  title: "כניסה ל-Quire",
  useLink: "לחצו על הכפתור כדי להיכנס. הקישור פועל פעם אחת.",
  signIn: "כניסה",
  takeToken: "קבלת אסימון API במקום זאת",
  token: "אסימון API",
  tokenShown: "אסימון ה-API מוצג פעם אחת בלבד. שמרו אותו במקום בטוח.",
  sendAs: "תוכנות שולחות אותו כך:",
  reference: "תיעוד ה-API",
  enterEmail: "הזינו את כתובת הדוא״ל שלכם, ונשלח לכם קישור כניסה.",
  email: "כתובת דוא״ל",
  sendLink: "שלחו לי קישור כניסה",
  invalidEmail: "הזינו כתובת דוא״ל תקינה.",
  sent: "אם קיים חשבון עבור {}, קישור כניסה נמצא בדרך. הוא פועל פעם אחת, במשך שעה.",
  emailsOff: "פתחו את קישור הכניסה שקיבלתם. אם אין לכם קישור, בקשו אותו ממנהל השרת.",
  orWith: "או היכנסו דרך הארגון שלכם.",
  signInWith: "כניסה עם {}",
  signedIn: "נכנסתם בתור {}.",
  signOut: "יציאה",
  failed: "לא נכנסתם.",
  used: "קישור הכניסה פג או שכבר נעשה בו שימוש. בקשו קישור חדש.",
  later: "השרת לא הצליח להכניס אתכם. נסו שוב מאוחר יותר.",
  refused: "הארגון שלכם לא אישר את הכניסה. נסו שוב, או בקשו ממנהל לאפשר כניסה יחידה לחשבון שלכם.",
  sites: "האתרים שלכם"
}

const locales: { readonly [locale in Words.Locale]: SignInWords } = {
  en,
  fr,
  es,
  zh,
  ja,
  de,
  nl,
  no,
  "pt-br": ptBr,
  ar,
  fa,
  he
}

export const of = (locale: Words.Locale): SignInWords => locales[locale]
