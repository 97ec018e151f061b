/** What the import of each made-up export must give. */
export const results = {
  confluence: {
    pages: [
      'Home_1001.html "Home" /Home from Home_1001',
      '  On-call_1002.html "On-call" /On-call from On-call_1002',
      '    Runbook--Database_1004.html "Runbook: Database" /Runbook--Database from Runbook--Database_1004',
      '    1005.html "Überblick" /Überblick from 1005',
      '  Backups_1003.html "Backups" /Backups from Backups_1003',
      'All-about-us_1006.html "All about us" /All-about-us from All-about-us_1006',
      'Draft_1007.html "Draft" /Draft from Draft_1007'
    ],
    texts: {
      "Home_1001.html":
        '# Begin <a href="#Home-Begin" id="Home-Begin"></a>\n\nSee [On-call](page:On-call_1002.html), [parts](page:1005.html#id-Überblick-Teile), [backups](page:Backups_1003.html) and [the runbook](page:Runbook--Database_1004.html).\n\nAsk Grace Hopper.',
      "On-call_1002.html":
        "{% columns %}\n{% column %}\nLeft words.\n{% endcolumn %}\n\n{% column %}\nRight words.\n{% endcolumn %}\n{% endcolumns %}\n\n| Day | Who |\n| - | - |\n| Monday | Ada |",
      "Runbook--Database_1004.html":
        "Restart. See [backups](page:Backups_1003.html) and [the plan](file:attachments/1003/2002.pdf).",
      "1005.html": '## Teile <a href="#id-Überblick-Teile" id="id-Überblick-Teile"></a>\n\nVieles.',
      "Backups_1003.html":
        "The flow:\n\n![](file:attachments/1003/2001.png)\n\n`jira key=OPS-7`\n\nInside a macro.\n\n`gantt`\n\n## Attachments\n\n* [restore plan.pdf](file:attachments/1003/2002.pdf)",
      "All-about-us_1006.html": "We are many.",
      "Draft_1007.html": "Not in the index."
    },
    files: [
      'attachments/1003/2001.png "flow.png" image/png',
      'attachments/1003/2002.pdf "restore plan.pdf" application/pdf'
    ],
    warnings: [
      "Draft_1007.html: not in the table of contents; placed after the pages of its folder",
      "Backups_1003.html: the comments of the page were left out",
      'Backups_1003.html: the macro "gantt" was converted to text',
      'Backups_1003.html: the macro "jira" was converted to text'
    ]
  },
  notion: {
    pages: [
      'Handbook aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1.md "Handbook" /Handbook from Handbook aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1',
      '  Handbook/Welcome aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa3.md "Welcome" /Welcome from Handbook/Welcome aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa3',
      '  Handbook/Team aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa4.html "Team" /Team from Handbook/Team aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa4',
      '    Handbook/Team/Grace aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa6.md "Grace" /Grace from Handbook/Team/Grace aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa6',
      '    Handbook/Team/Ada aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa5.md "Ada" /Ada from Handbook/Team/Ada aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa5',
      '  Handbook/Benefits aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa2.md "Benefits" /Benefits from Handbook/Benefits aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa2'
    ],
    texts: {
      "Handbook aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1.md":
        "Read on.\n\n[Welcome](page:Handbook/Welcome%20aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa3.md)\n\n[Team](page:Handbook/Team%20aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa4.html)\n\n[Benefits](page:Handbook/Benefits%20aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa2.md)\n\n![map.png](file:Handbook/map.png)",
      "Handbook/Welcome aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa3.md":
        '{% hint style="info" %}\n💡 Mind the gap.\n{% endhint %}\n\n[plan.pdf](file:Handbook/Welcome/plan.pdf)',
      "Handbook/Team aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa4.html":
        '| Name | Role | Notes |\n| - | - | - |\n| [Grace](page:Handbook/Team/Grace%20aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa6.md) | Admiral | Ships, and "bugs" |\n| [Ada](page:Handbook/Team/Ada%20aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa5.md) | Countess | First line<br>second line |\n| Linus | | |',
      "Handbook/Team/Grace aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa6.md":
        "Role: Admiral\n\nSee [Handbook](page:Handbook%20aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1.md).",
      "Handbook/Team/Ada aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa5.md": "Role: Countess\n\nWrote notes.",
      "Handbook/Benefits aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa2.md":
        "Ask [Ada](page:Handbook/Team/Ada%20aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa5.md)."
    },
    files: ['Handbook/map.png "map.png" image/png', 'Handbook/Welcome/plan.pdf "plan.pdf" application/pdf'],
    warnings: []
  },
  notionHtml: {
    pages: [
      'Start aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab.html "Start" /Start from Start aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab',
      '  Start/Zebra aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac.html "Zebra" /Zebra from Start/Zebra aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac',
      '  Start/Apple aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaad.html "Apple" /Apple from Start/Apple aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaad',
      '  Start/Fruit aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaae.html "Fruit" /Fruit from Start/Fruit aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaae',
      '    Start/Fruit/Pear aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa10.html "Pear" /Pear from Start/Fruit/Pear aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa10',
      '    Start/Fruit/Fig aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaf.html "Fig" /Fig from Start/Fruit/Fig aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaf'
    ],
    texts: {
      "Start aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab.html":
        "* one\n* two\n\n[🚀 Zebra](page:Start/Zebra%20aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac.html)\n\n[🚀 Apple](page:Start/Apple%20aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaad.html)\n\n[Fruit](page:Start/Fruit%20aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaae.html)",
      "Start/Zebra aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac.html":
        "Stripes. [up](page:Start%20aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab.html)",
      "Start/Apple aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaad.html": "![](file:Start/Apple/a%20b.png)",
      "Start/Fruit aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaae.html":
        "| Name | Price |\n| - | - |\n| [Pear](page:Start/Fruit/Pear%20aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa10.html) | 2 |\n| [Fig](page:Start/Fruit/Fig%20aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaf.html) | 1 |",
      "Start/Fruit/Pear aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa10.html": "Green.",
      "Start/Fruit/Fig aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaf.html": "Sweet."
    },
    files: ['Start/Apple/a b.png "a b.png" image/png'],
    warnings: []
  },
  outline: {
    pages: [
      'How-to guides/ "How-to guides" /How-to guides',
      '  How-to guides/Welcome.md "Welcome" /Welcome from How-to guides/Welcome',
      '    How-to guides/Welcome/Set up.md "Set up" /Set up from How-to guides/Welcome/Set up',
      '  How-to guides/CI%2FCD.md "CI/CD" /CI/CD from How-to guides/CI%2FCD',
      '  How-to guides/Architecture.md "Architecture" /Architecture from How-to guides/Architecture',
      '    How-to guides/Architecture/Zones.md "Zones" /Zones from How-to guides/Architecture/Zones',
      '    How-to guides/Architecture/Areas.md "Areas" /Areas from How-to guides/Architecture/Areas',
      'Admin/ "Admin" /Admin',
      '  Admin/Rules.md "Rules" /Rules from Admin/Rules'
    ],
    texts: {
      "How-to guides/Welcome.md":
        'Begin with [Setup](page:How-to%20guides/Welcome/Set%20up.md).\n\n![](file:How-to%20guides/uploads/u1/a1/flow.png)\n\n{% hint style="info" %}\nMind this.\n{% endhint %}',
      "How-to guides/Welcome/Set up.md":
        "Then [ship](page:How-to%20guides/CI%252FCD.md). Read [report.pdf 17](file:How-to%20guides/Welcome/uploads/u1/a2/report.pdf).",
      "How-to guides/CI%2FCD.md": "Ship it.",
      "How-to guides/Architecture.md": "Boxes.",
      "How-to guides/Architecture/Zones.md": "One.",
      "How-to guides/Architecture/Areas.md": "Two.",
      "Admin/Rules.md": "See [Areas](page:How-to%20guides/Architecture/Areas.md)."
    },
    files: [
      'How-to guides/uploads/u1/a1/flow.png "flow.png" image/png',
      'How-to guides/Welcome/uploads/u1/a2/report.pdf "report.pdf" application/pdf'
    ],
    warnings: []
  },
  bookStack: {
    pages: [
      'Field guide.html "Field guide" /Field guide from Field guide',
      '  Field guide/Preface.html "Preface" /Preface from Field guide/Preface',
      '  Field guide/Water birds.html "Water birds" /Water birds from Field guide/Water birds',
      '    Field guide/Water birds/Ducks.html "Ducks" /Ducks from Field guide/Water birds/Ducks',
      '    Field guide/Water birds/Swans.html "Swans" /Swans from Field guide/Water birds/Swans',
      '  Field guide/Empty chapter.html "Empty chapter" /Empty chapter from Field guide/Empty chapter',
      '  Field guide/Reading.md "Reading" /Reading from Field guide/Reading'
    ],
    texts: {
      "Field guide.html": "All about **birds**.\n\n![](file:files/cover.png)",
      "Field guide/Preface.html": "Hello.",
      "Field guide/Water birds.html": "They swim.",
      "Field guide/Water birds/Ducks.html":
        '## Feet <a href="#bkmrk-feet" id="bkmrk-feet"></a>\n\n![feet](file:files/img-1.png)\n\n[List of ducks.pdf](file:files/att5)\n\n[Elsewhere](https://example.com/ducks)',
      "Field guide/Water birds/Swans.html": "White. [Ducks](page:Field%20guide/Water%20birds/Ducks.html)",
      "Field guide/Empty chapter.html": "",
      "Field guide/Reading.md":
        "Go to [water](page:Field%20guide/Water%20birds.html) and [book](page:Field%20guide.html) and [gone](\\[\\[bsexport:page:99]])."
    },
    files: [
      'files/att5 "List of ducks.pdf" application/pdf',
      'files/cover.png "cover.png" image/png',
      'files/img-1.png "Feet.png" image/png'
    ],
    warnings: [
      "Field guide.html: its tags were left out: Audience: All",
      "Field guide/Preface.html: its tags were left out: Draft",
      'Field guide/Reading.md: "[[bsexport:page:99]]" is not in the archive'
    ]
  },
  bookStackHtml: {
    pages: ['field-guide.html "Field guide" /field-guide from field-guide'],
    texts: {
      "field-guide.html":
        'All about birds.\n\n* [Water birds](#chapter-2)\n  * [Ducks](#page-41)\n\n# Water birds <a href="#chapter-2" id="chapter-2"></a>\n\nThey swim.\n\n# Ducks <a href="#page-41" id="page-41"></a>\n\nFeet: ![feet](file:field-guide.html.images/image-1.png)'
    },
    files: ['field-guide.html.images/image-1.png "image-1.png" image/png'],
    warnings: []
  },
  googleDocs: {
    pages: [
      'Birds/Birds.html "Birds" /Birds from Birds/Birds',
      'Cats/Cats.html "Cats" /Cats from Cats/Cats',
      'Dogs/Dogs.html "Dogs" /Dogs from Dogs/Dogs',
      'Minutes/Minutes.html "Minutes" /Minutes from Minutes/Minutes',
      'No title/Notitle.html "No title" /No title from No title/Notitle',
      'Plan for 2025/Planfor2025.html "Plan for 2025" /Plan for 2025 from Plan for 2025/Planfor2025'
    ],
    texts: {
      "Birds/Birds.html": "Many.",
      "Cats/Cats.html": "Few.",
      "Dogs/Dogs.html": "Some.",
      "Minutes/Minutes.html": "![](file:Minutes/images/image1.png)\n\nSaid much.",
      "No title/Notitle.html": "Only text.",
      "Plan for 2025/Planfor2025.html":
        'What we do\n\n[Goals](#h.goals)\n\n# **Goals** <a href="#h.goals" id="h.goals"></a>\n\n**More** birds[^1]\n\n* one\n  * inner\n* two\n\n![](file:Plan%20for%202025/images/image1.png)\n\n***\n\n[^1]: Counted in May.'
    },
    files: [
      'Minutes/images/image1.png "image1.png" image/png',
      'Plan for 2025/images/image1.png "image1.png" image/png'
    ],
    warnings: ["Plan for 2025/Planfor2025.html: the comments of the document were left out"]
  },
  wordHtml: {
    pages: [
      'A.htm "Part A" /A from A',
      'B.htm "Part B" /B from B',
      'C.htm "Part C" /C from C',
      'Manual.htm "Manual" /Manual from Manual',
      'Second part.htm "Second part" /Second part from Second part',
      'Sub/ "Sub" /Sub',
      '  Sub/Deep.htm "Deep" /Deep from Sub/Deep'
    ],
    texts: {
      "A.htm": "Text A.",
      "B.htm": "Text B.",
      "C.htm": "Text C.",
      "Manual.htm":
        '[First steps](#_Toc1)\n\n# First steps <a href="#_Toc1" id="_Toc1"></a>\n\nCafé «open». See [there](page:Second%20part.htm#_Toc9) and [deep](page:Sub/Deep.htm).\n\n![](file:Manual_files/image001.png)',
      "Second part.htm": '# Details <a href="#_Toc9" id="_Toc9"></a>\n\nWords.',
      "Sub/Deep.htm": "Deep words. [up](page:Manual.htm)"
    },
    files: ['Manual_files/image001.png "image001.png" image/png'],
    warnings: [
      "Manual_files/: 4 files of Word skipped: not content",
      "Second part_files/: 3 files of Word skipped: not content",
      "Sub/Deep_files/: 3 files of Word skipped: not content"
    ]
  }
} as const
