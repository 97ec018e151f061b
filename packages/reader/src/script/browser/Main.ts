import * as Copy from "./Copy.ts"
import * as Menus from "./Menus.ts"
import * as Places from "./Places.ts"
import * as Search from "./Search.ts"
import * as Tabs from "./Tabs.ts"
import * as Theme from "./Theme.ts"
import * as Zoom from "./Zoom.ts"

Theme.start()
Menus.start()
Search.start()
Tabs.start()
Copy.start()
Zoom.start()
Places.start()
