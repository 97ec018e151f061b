import * as C from "/work/wt/generators/packages/adapters/dist/generators/Containers.js"
console.log(C.toTags("A {--b--} {==c==} {~~d~>e~~} f.", "python").text)
