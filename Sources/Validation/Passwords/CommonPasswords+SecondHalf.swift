extension CommonPasswords {
    /// The second half of the passwords, in alphabetical order.
    static let secondHalf: StaticString = """
        internet1234 internet12345 internet123456 internet2020 internet2021 internet2022 internet2023 internet2024
        internet2025 internet22 internet69 internet77 internet88 internet99 internetinternet iphone iphone123 iphone1234
        island island123 island1234 italy123 italy1234 iuytre iuytrew iuytrewq iuytrez iuytreza iuztre iuztrew iuztrewq
        ivan1234 ivan12345 ivan123456 ivanlove jack1234 jack12345 jack123456 jacklove james123 james1234 james12345
        james123456 jameslove january january1 january123 january1234 january2015 january2016 january2017 january2018
        january2019 january2020 january2020! january2021 january2021! january2022 january2022! january2023 january2023!
        january2024 january2024! january2025 january2025! january2026 january2026! japan123 japan1234 jasmine jasmine1
        jasmine123 jasmine1234 jason123 jason1234 jason12345 jason123456 jasonlove jean1234 jean12345 jean123456
        jeanlove jeff1234 jeff12345 jeff123456 jefflove jennifer jennifer! jennifer1 jennifer123 jennifer1234 jessica
        jessica1 jessica123 jessica1234 jesus123 jesus1234 jesuschrist jesusisthelord jesussaves jhgfds jhgfdsa jhgfdsq
        jihoon1! jihoon123 jihoon1234 jihoon12345 jihoon123456 jihoonlove jisoo123 jisoo1234 jiyoung1! jiyoung123
        jiyoung1234 jiyoung12345 jiyoung123456 jiyounglove jjjjjj jjjjjjj jjjjjjjj jjjjjjjjj jjjjjjjjjj jjjjjjjjjjj
        jjjjjjjjjjjj jjjjjjjjjjjjj jjjjjjjjjjjjjj jjjjjjjjjjjjjjj jjjjjjjjjjjjjjjj john1234 john12345 john123456
        johnlove jonathan jonathan! jonathan1 jonathan123 jonathan1234 jordan jordan123 jordan1234 jose1234 jose12345
        jose123456 joselove joseph joseph123 joseph1234 joshua joshua123 joshua1234 juan1234 juan12345 juan123456
        juanlove julia123 julia1234 julia12345 julia123456 julialove july2015 july2016 july2017 july2018 july2019
        july2020 july2020! july2021 july2021! july2022 july2022! july2023 july2023! july2024 july2024! july2025
        july2025! july2026 july2026! june2015 june2016 june2017 june2018 june2019 june2020 june2020! june2021 june2021!
        june2022 june2022! june2023 june2023! june2024 june2024! june2025 june2025! june2026 june2026! justice justice1
        justice123 justice1234 justin justin123 justin1234 juventus juventus! juventus1 juventus123 juventus1234
        karen123 karen1234 karen12345 karen123456 karenlove kawasaki kawasaki! kawasaki1 kawasaki123 kawasaki1234
        kenji123 kenji1234 kenji12345 kenji123456 kenjilove kevin123 kevin1234 kevin12345 kevin123456 kevinlove killer
        killer123 killer1234 kisses kisses123 kisses1234 kitten kitten123 kitten1234 kjhgfd kjhgfds kjhgfdsa kjhgfdsq
        kkkkkk kkkkkkk kkkkkkkk kkkkkkkkk kkkkkkkkkk kkkkkkkkkkk kkkkkkkkkkkk kkkkkkkkkkkkk kkkkkkkkkkkkkk
        kkkkkkkkkkkkkkk kkkkkkkkkkkkkkkk klaus123 klaus1234 klaus12345 klaus123456 klauslove knight knight123 knight1234
        kochanie kochanie! kochanie1 kochanie123 kochanie1234 korea1004 korea1004! korea10041 korea100412 korea1004123
        korea10041234 korea123 korea1234 kucing kucing123 kucing1234 lakers lakers123 lakers1234 larry123 larry1234
        larry12345 larry123456 larrylove laugh123 laugh1234 laura123 laura1234 laura12345 laura123456 lauralove lauren
        lauren123 lauren1234 legend legend123 legend1234 leo12345 leo123456 leolove letmein letmein#1 letmein00
        letmein007 letmein01 letmein1 letmein1! letmein11 letmein123 letmein123! letmein1234 letmein12345 letmein123456
        letmein1234567 letmein12345678 letmein123456789 letmein1234567890 letmein1990 letmein1991 letmein1992
        letmein1993 letmein1994 letmein1995 letmein1996 letmein1997 letmein1998 letmein1999 letmein2001 letmein2002
        letmein2003 letmein2004 letmein2005 letmein2006 letmein2007 letmein2008 letmein2009 letmein2010 letmein2011
        letmein2012 letmein2013 letmein2014 letmein2015 letmein2016 letmein2017 letmein2018 letmein2019 letmein2020
        letmein2021 letmein2022 letmein2023 letmein2024 letmein2025 letmein2026 letmein22 letmein69 letmein77 letmein88
        letmein99 letmein@123 letmein@1234 letmeinletmein letmeinnow letmeinnow! letmeinnow1 letmeinnow123
        letmeinnow1234 li123456 liberty liberty1 liberty123 liberty1234 lightning lightning! lightning1 lightning123
        lightning1234 lily1234 lily12345 lily123456 lilylove linda123 linda1234 linda12345 linda123456 lindalove
        linkedin linkedin! linkedin00 linkedin007 linkedin01 linkedin1 linkedin1! linkedin11 linkedin123 linkedin123!
        linkedin1234 linkedin12345 linkedin123456 linkedin2020 linkedin2021 linkedin2022 linkedin2023 linkedin2024
        linkedin2025 linkedin22 linkedin69 linkedin77 linkedin88 linkedin99 linkedinlinkedin linux123 linux1234 lions123
        lions1234 lisa1234 lisa12345 lisa123456 lisalove liverpool liverpool! liverpool1 liverpool123 liverpool1234
        lkjhgf lkjhgfd lkjhgfds lkjhgfdsa lkjhgfdsq llllll lllllll llllllll lllllllll llllllllll lllllllllll
        llllllllllll lllllllllllll llllllllllllll lllllllllllllll llllllllllllllll login007 login123 login123! login1234
        login12345 login123456 login2020 login2021 login2022 login2023 login2024 login2025 loginlogin logon007 logon123
        logon123! logon1234 logon12345 logon123456 logon2020 logon2021 logon2022 logon2023 logon2024 logon2025
        logonlogon london london123 london1234 lordoftherings louis123 louis1234 louis12345 louis123456 louislove
        love1950 love1951 love1952 love1953 love1954 love1955 love1956 love1957 love1958 love1959 love1960 love1961
        love1962 love1963 love1964 love1965 love1966 love1967 love1968 love1969 love1970 love1971 love1972 love1973
        love1974 love1975 love1976 love1977 love1978 love1979 love1980 love1981 love1982 love1983 love1984 love1985
        love1986 love1987 love1988 love1989 love1990 love1991 love1992 love1993 love1994 love1995 love1996 love1997
        love1998 love1999 love2000 love2001 love2002 love2003 love2004 love2005 love2006 love2007 love2008 love2009
        love2010 love2011 love2012 love2013 love2014 love2015 love2016 love2017 love2018 love2019 love2020 love2021
        love2022 love2023 love2024 love2025 love2026 lovelove lovelovelove loveloveloveloo lovelovelovelove lovely
        lovely00 lovely007 lovely01 lovely1! lovely11 lovely123 lovely123! lovely1234 lovely12345 lovely123456
        lovely2020 lovely2021 lovely2022 lovely2023 lovely2024 lovely2025 lovely22 lovely69 lovely77 lovely88 lovely99
        lovelylovely loveme loveme00 loveme007 loveme01 loveme1! loveme11 loveme123 loveme123! loveme1234 loveme12345
        loveme123456 loveme2020 loveme2021 loveme2022 loveme2023 loveme2024 loveme2025 loveme22 loveme69 loveme77
        loveme88 loveme99 lovemeloveme lover123 lover1234 loveyou loveyou00 loveyou007 loveyou01 loveyou1 loveyou1!
        loveyou11 loveyou123 loveyou123! loveyou1234 loveyou12345 loveyou123456 loveyou2020 loveyou2021 loveyou2022
        loveyou2023 loveyou2024 loveyou2025 loveyou22 loveyou69 loveyou77 loveyou88 loveyou99 loveyouloveyou lozinka
        lozinka1 lozinka123 lozinka1234 luca1234 luca12345 luca123456 lucalove lucia123 lucia1234 lucia12345 lucia123456
        lucialove lucifer lucifer1 lucifer123 lucifer1234 lucky123 lucky1234 lucy1234 lucy12345 lucy123456 lucylove
        luis1234 luis12345 luis123456 luislove luke1234 luke12345 luke123456 lukelove madison madison1 madison123
        madison1234 madrid madrid123 madrid1234 maggie maggie123 maggie1234 magic123 magic1234 manager manager1
        manager123 manager1234 manchester manchester! manchester1 manchester123 manchester1234 march123 march1234
        march2015 march2016 march2017 march2018 march2019 march2020 march2020! march2021 march2021! march2022 march2022!
        march2023 march2023! march2024 march2024! march2025 march2025! march2026 march2026! marco123 marco1234
        marco12345 marco123456 marcolove maria123 maria1234 maria12345 maria123456 marialove marie123 marie1234
        marie12345 marie123456 marielove marine marine123 marine1234 mark1234 mark12345 mark123456 marklove mary1234
        mary12345 mary123456 marylove master master00 master007 master01 master1! master11 master123 master123!
        master1234 master12345 master123456 master2020 master2021 master2022 master2023 master2024 master2025 master22
        master69 master77 master88 master99 mastermaster matkhau matkhau1 matkhau123 matkhau1234 matrix matrix00
        matrix007 matrix01 matrix1! matrix11 matrix123 matrix123! matrix1234 matrix12345 matrix123456 matrix2020
        matrix2021 matrix2022 matrix2023 matrix2024 matrix2025 matrix22 matrix69 matrix77 matrix88 matrix99 matrixmatrix
        matthew matthew1 matthew123 matthew1234 maverick maverick! maverick1 maverick123 maverick1234 max12345 max123456
        maxlove maytheforce maytheforcebewithyou melissa melissa1 melissa123 melissa1234 mercedes mercedes! mercedes1
        mercedes123 mercedes1234 merlin merlin123 merlin1234 metallica metallica! metallica1 metallica123 metallica1234
        mexico mexico123 mexico1234 mia12345 mia123456 mialove michael michael1 michael1! michael123 michael1234
        michael12345 michael123456 michaellove michelle michelle! michelle1 michelle123 michelle1234 mickey mickey123
        mickey1234 microsoft microsoft! microsoft00 microsoft007 microsoft01 microsoft1 microsoft1! microsoft11
        microsoft123 microsoft123! microsoft1234 microsoft12345 microsoft123456 microsoft2020 microsoft2021
        microsoft2022 microsoft2023 microsoft2024 microsoft2025 microsoft22 microsoft69 microsoft77 microsoft88
        microsoft99 microsoftmicrosoft miguel1! miguel123 miguel1234 miguel12345 miguel123456 miguellove million
        million1 million123 million1234 minecraft minecraft! minecraft1 minecraft123 minecraft1234 ming1234 ming12345
        ming123456 minglove minji123 minji1234 minji12345 minji123456 minjilove minsu123 minsu1234 mlkjhg mlkjhgf
        mlkjhgfd mlkjhgfds mlkjhgfdsq mmmmmm mmmmmmm mmmmmmmm mmmmmmmmm mmmmmmmmmm mmmmmmmmmmm mmmmmmmmmmmm
        mmmmmmmmmmmmm mmmmmmmmmmmmmm mmmmmmmmmmmmmmm mmmmmmmmmmmmmmmm mnbvcx mnbvcxy mnbvcxz monday monday123 monday1234
        monday2015 monday2016 monday2017 monday2018 monday2019 monday2020 monday2020! monday2021 monday2021! monday2022
        monday2022! monday2023 monday2023! monday2024 monday2024! monday2025 monday2025! monday2026 monday2026! money123
        money1234 monkey monkey00 monkey007 monkey01 monkey1! monkey11 monkey123 monkey123! monkey1234 monkey12345
        monkey123456 monkey2020 monkey2021 monkey2022 monkey2023 monkey2024 monkey2025 monkey22 monkey69 monkey77
        monkey88 monkey99 monkeymonkey monster monster1 monster123 monster1234 moonlight moonlight! moonlight1
        moonlight123 moonlight1234 morgan morgan123 morgan1234 motdepasse motdepasse! motdepasse1 motdepasse123
        motdepasse1234 mother mother123 mother1234 motherfucker mountain mountain! mountain1 mountain123 mountain1234
        music123 music1234 mustang mustang1 mustang123 mustang1234 mylove mylove00 mylove007 mylove01 mylove1! mylove11
        mylove123 mylove123! mylove1234 mylove12345 mylove123456 mylove2020 mylove2021 mylove2022 mylove2023 mylove2024
        mylove2025 mylove22 mylove69 mylove77 mylove88 mylove99 mylovemylove mypass mypass123 mypass1234 mypassword
        mypassword! mypassword1 mypassword123 mypassword1234 mypasswordis mystery mystery1 mystery123 mystery1234
        nancy123 nancy1234 nancy12345 nancy123456 nancylove naruto naruto00 naruto007 naruto01 naruto1! naruto11
        naruto123 naruto123! naruto1234 naruto12345 naruto123456 naruto2020 naruto2021 naruto2022 naruto2023 naruto2024
        naruto2025 naruto22 naruto69 naruto77 naruto88 naruto99 narutonaruto natalie natalie1 natalie123 natalie1234
        natasha1! natasha123 natasha1234 natasha12345 natasha123456 natashalove nathalie1! nathalie123 nathalie1234
        nathalie12345 nathalie123456 nathalielove navy1234 nbvcxy nbvcxz network network1 network123 network1234
        never123 never1234 neverforget nevergiveup newpass newpass1 newpass123 newpass1234 newyork newyork1 newyork123
        newyork1234 nicholas nicholas1 nicholas123 nicholas1234 nicole nicole123 nicole1234 ninja123 ninja1234 nintendo
        nintendo! nintendo1 nintendo123 nintendo1234 nirvana nirvana1 nirvana123 nirvana1234 nnnnnn nnnnnnn nnnnnnnn
        nnnnnnnnn nnnnnnnnnn nnnnnnnnnnn nnnnnnnnnnnn nnnnnnnnnnnnn nnnnnnnnnnnnnn nnnnnnnnnnnnnnn nnnnnnnnnnnnnnnn
        nobody nobody123 nobody1234 nopassword nopassword! nopassword1 nopassword123 nopassword1234 nothing nothing1
        nothing123 nothing1234 november november! november1 november123 november1234 november2015 november2016
        november2017 november2018 november2019 november2020 november2020! november2021 november2021! november2022
        november2022! november2023 november2023! november2024 november2024! november2025 november2025! november2026
        november2026! nurse123 nurse1234 ocean123 ocean1234 october october1 october123 october1234 october2015
        october2016 october2017 october2018 october2019 october2020 october2020! october2021 october2021! october2022
        october2022! october2023 october2023! october2024 october2024! october2025 october2025! october2026 october2026!
        office office123 office1234 oiuytr oiuytre oiuytrew oiuytrewq oiuytrez oiuytreza oiuztr oiuztre oiuztrew
        oiuztrewq olga1234 olga12345 olga123456 olgalove oliver1! oliver123 oliver1234 oliver12345 oliver123456
        oliverlove olivia1! olivia123 olivia1234 olivia12345 olivia123456 olivialove onetwothree onetwothreefour online
        online123 online1234 oooooo ooooooo oooooooo ooooooooo oooooooooo ooooooooooo oooooooooooo ooooooooooooo
        oooooooooooooo ooooooooooooooo oooooooooooooooo opensesame opensesame! opensesame1 opensesame123 opensesame1234
        openup openup123 openup1234 oracle oracle123 oracle1234 orange orange00 orange007 orange01 orange1! orange11
        orange123 orange123! orange1234 orange12345 orange123456 orange2020 orange2021 orange2022 orange2023 orange2024
        orange2025 orange22 orange69 orange77 orange88 orange99 orangeorange p@ssw0rd p@ssw0rd! p@ssw0rd#1 p@ssw0rd00
        p@ssw0rd007 p@ssw0rd01 p@ssw0rd1 p@ssw0rd1! p@ssw0rd11 p@ssw0rd12 p@ssw0rd123 p@ssw0rd123! p@ssw0rd1234
        p@ssw0rd12345 p@ssw0rd123456 p@ssw0rd1234567 p@ssw0rd12345678 p@ssw0rd123456789 p@ssw0rd1234567890 p@ssw0rd1990
        p@ssw0rd1991 p@ssw0rd1992 p@ssw0rd1993 p@ssw0rd1994 p@ssw0rd1995 p@ssw0rd1996 p@ssw0rd1997 p@ssw0rd1998
        p@ssw0rd1999 p@ssw0rd2000 p@ssw0rd2001 p@ssw0rd2002 p@ssw0rd2003 p@ssw0rd2004 p@ssw0rd2005 p@ssw0rd2006
        p@ssw0rd2007 p@ssw0rd2008 p@ssw0rd2009 p@ssw0rd2010 p@ssw0rd2011 p@ssw0rd2012 p@ssw0rd2013 p@ssw0rd2014
        p@ssw0rd2015 p@ssw0rd2016 p@ssw0rd2017 p@ssw0rd2018 p@ssw0rd2019 p@ssw0rd2020 p@ssw0rd2021 p@ssw0rd2022
        p@ssw0rd2023 p@ssw0rd2024 p@ssw0rd2025 p@ssw0rd2026 p@ssw0rd22 p@ssw0rd69 p@ssw0rd77 p@ssw0rd88 p@ssw0rd99
        p@ssw0rd@123 p@ssw0rd@1234 p@ssw0rdp@ssw0rd p@ssword p@ssword! p@ssword#1 p@ssword00 p@ssword007 p@ssword01
        p@ssword1 p@ssword1! p@ssword11 p@ssword12 p@ssword123 p@ssword123! p@ssword1234 p@ssword12345 p@ssword123456
        p@ssword1234567 p@ssword12345678 p@ssword123456789 p@ssword1234567890 p@ssword1990 p@ssword1991 p@ssword1992
        p@ssword1993 p@ssword1994 p@ssword1995 p@ssword1996 p@ssword1997 p@ssword1998 p@ssword1999 p@ssword2000
        p@ssword2001 p@ssword2002 p@ssword2003 p@ssword2004 p@ssword2005 p@ssword2006 p@ssword2007 p@ssword2008
        p@ssword2009 p@ssword2010 p@ssword2011 p@ssword2012 p@ssword2013 p@ssword2014 p@ssword2015 p@ssword2016
        p@ssword2017 p@ssword2018 p@ssword2019 p@ssword2020 p@ssword2021 p@ssword2022 p@ssword2023 p@ssword2024
        p@ssword2025 p@ssword2026 p@ssword22 p@ssword69 p@ssword77 p@ssword88 p@ssword99 p@ssword@123 p@ssword@1234
        p@sswordp@ssword pa55word pa55word! pa55word#1 pa55word00 pa55word007 pa55word01 pa55word1 pa55word1! pa55word11
        pa55word12 pa55word123 pa55word123! pa55word1234 pa55word12345 pa55word123456 pa55word1234567 pa55word12345678
        pa55word123456789 pa55word1234567890 pa55word1990 pa55word1991 pa55word1992 pa55word1993 pa55word1994
        pa55word1995 pa55word1996 pa55word1997 pa55word1998 pa55word1999 pa55word2000 pa55word2001 pa55word2002
        pa55word2003 pa55word2004 pa55word2005 pa55word2006 pa55word2007 pa55word2008 pa55word2009 pa55word2010
        pa55word2011 pa55word2012 pa55word2013 pa55word2014 pa55word2015 pa55word2016 pa55word2017 pa55word2018
        pa55word2019 pa55word2020 pa55word2021 pa55word2022 pa55word2023 pa55word2024 pa55word2025 pa55word2026
        pa55word22 pa55word69 pa55word77 pa55word88 pa55word99 pa55word@123 pa55word@1234 pa55wordpa55word pablo123
        pablo1234 pablo12345 pablo123456 pablolove packers packers1 packers123 packers1234 panda123 panda1234 panther
        panther1 panther123 panther1234 paradise paradise! paradise1 paradise123 paradise1234 paris123 paris1234 parola
        parola123 parola1234 pass1950 pass1951 pass1952 pass1953 pass1954 pass1955 pass1956 pass1957 pass1958 pass1959
        pass1960 pass1961 pass1962 pass1963 pass1964 pass1965 pass1966 pass1967 pass1968 pass1969 pass1970 pass1971
        pass1972 pass1973 pass1974 pass1975 pass1976 pass1977 pass1978 pass1979 pass1980 pass1981 pass1982 pass1983
        pass1984 pass1985 pass1986 pass1987 pass1988 pass1989 pass1990 pass1991 pass1992 pass1993 pass1994 pass1995
        pass1996 pass1997 pass1998 pass1999 pass2000 pass2001 pass2002 pass2003 pass2004 pass2005 pass2006 pass2007
        pass2008 pass2009 pass2010 pass2011 pass2012 pass2013 pass2014 pass2015 pass2016 pass2017 pass2018 pass2019
        pass2020 pass2021 pass2022 pass2023 pass2024 pass2025 pass2026 passpass passpasspass passpasspasspass passphrase
        passphrase! passphrase#1 passphrase00 passphrase007 passphrase01 passphrase1 passphrase1! passphrase11
        passphrase123 passphrase123! passphrase1234 passphrase12345 passphrase123456 passphrase1234567
        passphrase12345678 passphrase123456789 passphrase1234567890 passphrase1990 passphrase1991 passphrase1992
        passphrase1993 passphrase1994 passphrase1995 passphrase1996 passphrase1997 passphrase1998 passphrase1999
        passphrase2000 passphrase2001 passphrase2002 passphrase2003 passphrase2004 passphrase2005 passphrase2006
        passphrase2007 passphrase2008 passphrase2009 passphrase2010 passphrase2011 passphrase2012 passphrase2013
        passphrase2014 passphrase2015 passphrase2016 passphrase2017 passphrase2018 passphrase2019 passphrase2020
        passphrase2021 passphrase2022 passphrase2023 passphrase2024 passphrase2025 passphrase2026 passphrase22
        passphrase69 passphrase77 passphrase88 passphrase99 passphrase@123 passphrase@1234 passphrasepassphrase passw0rd
        passw0rd! passw0rd#1 passw0rd00 passw0rd007 passw0rd01 passw0rd1 passw0rd1! passw0rd11 passw0rd12 passw0rd123
        passw0rd123! passw0rd1234 passw0rd12345 passw0rd123456 passw0rd1234567 passw0rd12345678 passw0rd123456789
        passw0rd1234567890 passw0rd1990 passw0rd1991 passw0rd1992 passw0rd1993 passw0rd1994 passw0rd1995 passw0rd1996
        passw0rd1997 passw0rd1998 passw0rd1999 passw0rd2000 passw0rd2001 passw0rd2002 passw0rd2003 passw0rd2004
        passw0rd2005 passw0rd2006 passw0rd2007 passw0rd2008 passw0rd2009 passw0rd2010 passw0rd2011 passw0rd2012
        passw0rd2013 passw0rd2014 passw0rd2015 passw0rd2016 passw0rd2017 passw0rd2018 passw0rd2019 passw0rd2020
        passw0rd2021 passw0rd2022 passw0rd2023 passw0rd2024 passw0rd2025 passw0rd2026 passw0rd22 passw0rd69 passw0rd77
        passw0rd88 passw0rd99 passw0rd@123 passw0rd@1234 passw0rdpassw0rd passwd passwd#1 passwd00 passwd007 passwd01
        passwd1! passwd11 passwd123 passwd123! passwd1234 passwd12345 passwd123456 passwd1234567 passwd12345678
        passwd123456789 passwd1234567890 passwd1990 passwd1991 passwd1992 passwd1993 passwd1994 passwd1995 passwd1996
        passwd1997 passwd1998 passwd1999 passwd2000 passwd2001 passwd2002 passwd2003 passwd2004 passwd2005 passwd2006
        passwd2007 passwd2008 passwd2009 passwd2010 passwd2011 passwd2012 passwd2013 passwd2014 passwd2015 passwd2016
        passwd2017 passwd2018 passwd2019 passwd2020 passwd2021 passwd2022 passwd2023 passwd2024 passwd2025 passwd2026
        passwd22 passwd69 passwd77 passwd88 passwd99 passwd@123 passwd@1234 passwdpasswd password password! password#1
        password00 password007 password01 password1 password1! password11 password123 password123! password1234
        password1234! password12341 password123412 password1234123 password12341234 password12345 password123456
        password1234567 password12345678 password123456789 password1234567890 password1990 password1991 password1992
        password1993 password1994 password1995 password1996 password1997 password1998 password1999 password1password1
        password2000 password2001 password2002 password2003 password2004 password2005 password2006 password2007
        password2008 password2009 password2010 password2011 password2012 password2013 password2014 password2015
        password2016 password2017 password2018 password2019 password2020 password2021 password2022 password2023
        password2024 password2025 password2026 password22 password69 password77 password88 password99 password@123
        password@1234 passwordpassword passwordpassword1 passwordpassword123 passwort passwort! passwort#1 passwort00
        passwort007 passwort01 passwort1 passwort1! passwort11 passwort123 passwort123! passwort1234 passwort12345
        passwort123456 passwort1234567 passwort12345678 passwort123456789 passwort1234567890 passwort1990 passwort1991
        passwort1992 passwort1993 passwort1994 passwort1995 passwort1996 passwort1997 passwort1998 passwort1999
        passwort2000 passwort2001 passwort2002 passwort2003 passwort2004 passwort2005 passwort2006 passwort2007
        passwort2008 passwort2009 passwort2010 passwort2011 passwort2012 passwort2013 passwort2014 passwort2015
        passwort2016 passwort2017 passwort2018 passwort2019 passwort2020 passwort2021 passwort2022 passwort2023
        passwort2024 passwort2025 passwort2026 passwort22 passwort69 passwort77 passwort88 passwort99 passwort@123
        passwort@1234 passwortpasswort patrick patrick1 patrick123 patrick1234 paul1234 paul12345 paul123456 paullove
        peace123 peace1234 peanut peanut123 peanut1234 pedro123 pedro1234 pedro12345 pedro123456 pedrolove pepper
        pepper123 pepper1234 peter123 peter1234 peter12345 peter123456 peterlove phoenix phoenix1 phoenix123 phoenix1234
        piano123 piano1234 pierre1! pierre123 pierre1234 pierre12345 pierre123456 pierrelove pikachu pikachu00
        pikachu007 pikachu01 pikachu1 pikachu1! pikachu11 pikachu123 pikachu123! pikachu1234 pikachu12345 pikachu123456
        pikachu2020 pikachu2021 pikachu2022 pikachu2023 pikachu2024 pikachu2025 pikachu22 pikachu69 pikachu77 pikachu88
        pikachu99 pikachupikachu pilot123 pilot1234 pirate pirate123 pirate1234 pizza123 pizza1234 planet planet123
        planet1234 player player123 player1234 playstation playstation! playstation1 playstation123 playstation1234
        pleasechangeme poiuyt poiuytr poiuytre poiuytrew poiuytrewq poiuytrez poiuytreza poiuzt poiuztr poiuztre
        poiuztrew poiuztrewq pokemon pokemon00 pokemon007 pokemon01 pokemon1 pokemon1! pokemon11 pokemon123 pokemon123!
        pokemon1234 pokemon12345 pokemon123456 pokemon2020 pokemon2021 pokemon2022 pokemon2023 pokemon2024 pokemon2025
        pokemon22 pokemon69 pokemon77 pokemon88 pokemon99 pokemonpokemon police police123 police1234 polska polska123
        polska1234 porsche porsche1 porsche123 porsche1234 power123 power1234 pppppp ppppppp pppppppp ppppppppp
        pppppppppp ppppppppppp pppppppppppp ppppppppppppp pppppppppppppp ppppppppppppppp pppppppppppppppp pretty
        pretty123 pretty1234 princesa princesa! princesa1 princesa123 princesa1234 princess princess! princess00
        princess007 princess01 princess1 princess1! princess11 princess123 princess123! princess1234 princess12345
        princess123456 princess2020 princess2021 princess2022 princess2023 princess2024 princess2025 princess22
        princess69 princess77 princess88 princess99 princessprincess private private1 private123 private1234 priya123
        priya1234 priya12345 priya123456 priyalove pumpkin pumpkin1 pumpkin123 pumpkin1234 puppy123 puppy1234 purple
        purple123 purple1234 q123456789 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q1w2e3r4t5y6u7 q1w2e3r4t5y6u7i8
        q1w2e3r4t5y6u7i8o9 q1w2e3r4t5y6u7i8o9p0 qawsed qawsedrf qawsedrftg qawsedrftgyh qawsedrftgyhuj qawsedrftgyhujik
        qawsedrftgyhujikol qawsedrftgyhujikolp; qazedc qazrfv qazwsx qazwsx123 qazwsx1234 qazwsxedc qazwsxedcrfv
        qazwsxedcrfvtgb qq123456 qqqqqq qqqqqqq qqqqqqqq qqqqqqqqq qqqqqqqqqq qqqqqqqqqqq qqqqqqqqqqqq qqqqqqqqqqqqq
        qqqqqqqqqqqqqq qqqqqqqqqqqqqqq qqqqqqqqqqqqqqqq qsdf123! qsdf1234 qsdf12345 qsdf123456 qsdfg123 qsdfg123!
        qsdfg1234 qsdfg12345 qsdfg123456 qsdfgh qsdfgh1! qsdfgh123 qsdfgh123! qsdfgh1234 qsdfgh12345 qsdfgh123456
        qsdfghj qsdfghj1 qsdfghj1! qsdfghj123 qsdfghj123! qsdfghj1234 qsdfghj12345 qsdfghj123456 qsdfghjk qsdfghjk!
        qsdfghjk1 qsdfghjk1! qsdfghjk123 qsdfghjk123! qsdfghjk1234 qsdfghjk12345 qsdfghjk123456 qsdfghjkl qsdfghjklm
        qweasd qweasd123 qweasd1234 qweasdzxc qweqwe qweqweqwe qweqweqweqwe qweqweqweqweqwe qwer123! qwer1234 qwer12345
        qwer123456 qwer1950 qwer1951 qwer1952 qwer1953 qwer1954 qwer1955 qwer1956 qwer1957 qwer1958 qwer1959 qwer1960
        qwer1961 qwer1962 qwer1963 qwer1964 qwer1965 qwer1966 qwer1967 qwer1968 qwer1969 qwer1970 qwer1971 qwer1972
        qwer1973 qwer1974 qwer1975 qwer1976 qwer1977 qwer1978 qwer1979 qwer1980 qwer1981 qwer1982 qwer1983 qwer1984
        qwer1985 qwer1986 qwer1987 qwer1988 qwer1989 qwer1990 qwer1991 qwer1992 qwer1993 qwer1994 qwer1995 qwer1996
        qwer1997 qwer1998 qwer1999 qwer2000 qwer2001 qwer2002 qwer2003 qwer2004 qwer2005 qwer2006 qwer2007 qwer2008
        qwer2009 qwer2010 qwer2011 qwer2012 qwer2013 qwer2014 qwer2015 qwer2016 qwer2017 qwer2018 qwer2019 qwer2020
        qwer2021 qwer2022 qwer2023 qwer2024 qwer2025 qwer2026 qwerasdf qwerasdfzxcv qwerqwer qwerqwerqwer
        qwerqwerqwerqwer qwert123 qwert123! qwert1234 qwert12345 qwert123456 qwertasdfg qwertqwert qwerty qwerty1!
        qwerty123 qwerty123! qwerty1234 qwerty12345 qwerty123456 qwerty1234567 qwerty123456789 qwerty1234567890
        qwerty123qwerty qwertyasdfgh qwertyqwerty qwertyu qwertyu1 qwertyu1! qwertyu123 qwertyu123! qwertyu1234
        qwertyu12345 qwertyu123456 qwertyui qwertyui! qwertyui1 qwertyui1! qwertyui123 qwertyui123! qwertyui1234
        qwertyui12345 qwertyui123456 qwertyuio qwertyuiop qwertyuiop1234567890 qwertyuiopasdfghjkl
        qwertyuiopasdfghjklzxcvbnm qwertyzxcvbn qwertz qwertz1! qwertz123 qwertz123! qwertz1234 qwertz12345 qwertz123456
        qwertzu qwertzu1 qwertzu1! qwertzu123 qwertzu123! qwertzu1234 qwertzu12345 qwertzu123456 qwertzui qwertzui!
        qwertzui1 qwertzui1! qwertzui123 qwertzui123! qwertzui1234 qwertzui12345 qwertzui123456 qwertzuio qwertzuiop
        qwertzxcvb qwerzxcv qwezxc rachel rachel123 rachel1234 racing racing123 racing1234 rahasia rahasia1 rahasia123
        rahasia1234 rahul123 rahul1234 rahul12345 rahul123456 rahullove rainbow rainbow1 rainbow123 rainbow1234 ranger
        ranger123 ranger1234 rangers rangers1 rangers123 rangers1234 realmadrid realmadrid! realmadrid1 realmadrid123
        realmadrid1234 rebecca rebecca1 rebecca123 rebecca1234 redsox redsox123 redsox1234 rfvedc rfvqaz rfvwsx richard
        richard1 richard123 richard1234 river123 river1234 robert robert1! robert123 robert1234 robert12345 robert123456
        robertlove roblox roblox123 roblox1234 robot123 robot1234 rocket rocket123 rocket1234 rockstar rockstar!
        rockstar1 rockstar123 rockstar1234 rocky123 rocky1234 root123! root1234 root12345 root123456 root2020 root2021
        root2022 root2023 root2024 root2025 rootroot router router123 router1234 rovers rovers123 rovers1234 rrrrrr
        rrrrrrr rrrrrrrr rrrrrrrrr rrrrrrrrrr rrrrrrrrrrr rrrrrrrrrrrr rrrrrrrrrrrrr rrrrrrrrrrrrrr rrrrrrrrrrrrrrr
        rrrrrrrrrrrrrrrr rtyuio rtyuiop rtzuio rtzuiop runner runner123 runner1234 russia russia123 russia1234 sailor
        sailor123 sailor1234 sakura1! sakura123 sakura1234 sakura12345 sakura123456 sakuralove salasana salasana!
        salasana1 salasana123 salasana1234 sam12345 sam123456 samantha samantha! samantha1 samantha123 samantha1234
        samlove samsung samsung00 samsung007 samsung01 samsung1 samsung1! samsung11 samsung123 samsung123! samsung1234
        samsung12345 samsung123456 samsung2020 samsung2021 samsung2022 samsung2023 samsung2024 samsung2025 samsung22
        samsung69 samsung77 samsung88 samsung99 samsungsamsung samurai samurai1 samurai123 samurai1234 sanjay1!
        sanjay123 sanjay1234 sanjay12345 sanjay123456 sanjaylove sarah123 sarah1234 sarah12345 sarah123456 sarahlove
        sarang sarang123 sarang1234 saranghae saranghae! saranghae1 saranghae123 saranghae1234 satan123 satan1234
        saturday saturday! saturday1 saturday123 saturday1234 sayang sayang123 sayang1234 schatz schatz123 schatz1234
        school school123 school1234 scooter scooter1 scooter123 scooter1234 scott123 scott1234 scott12345 scott123456
        scottlove sdfg123! sdfg1234 sdfg12345 sdfg123456 sdfgh123 sdfgh123! sdfgh1234 sdfgh12345 sdfgh123456 sdfghj
        sdfghj1! sdfghj123 sdfghj123! sdfghj1234 sdfghj12345 sdfghj123456 sdfghjk sdfghjk1 sdfghjk1! sdfghjk123
        sdfghjk123! sdfghjk1234 sdfghjk12345 sdfghjk123456 sdfghjkl sdfghjkl! sdfghjkl1 sdfghjkl1! sdfghjkl123
        sdfghjkl123! sdfghjkl1234 sdfghjkl12345 sdfghjkl123456 sdfghjklm secret secret#1 secret00 secret007 secret01
        secret1! secret11 secret123 secret123! secret1234 secret12345 secret123456 secret1234567 secret12345678
        secret123456789 secret1234567890 secret1990 secret1991 secret1992 secret1993 secret1994 secret1995 secret1996
        secret1997 secret1998 secret1999 secret2001 secret2002 secret2003 secret2004 secret2005 secret2006 secret2007
        secret2008 secret2009 secret2010 secret2011 secret2012 secret2013 secret2014 secret2015 secret2016 secret2017
        secret2018 secret2019 secret2020 secret2021 secret2022 secret2023 secret2024 secret2025 secret2026 secret22
        secret69 secret77 secret88 secret99 secret@123 secret@1234 secretsecret security security! security1 security123
        security1234 senha123 senha1234 seojun1! seojun123 seojun1234 seojun12345 seojun123456 seojunlove seoul123
        seoul1234 september september! september1 september123 september1234 september2015 september2016 september2017
        september2018 september2019 september2020 september2020! september2021 september2021! september2022
        september2022! september2023 september2023! september2024 september2024! september2025 september2025!
        september2026 september2026! sergey1! sergey123 sergey1234 sergey12345 sergey123456 sergeylove server server123
        server1234 sesame sesame123 sesame1234 sexy1234 shadow shadow00 shadow007 shadow01 shadow1! shadow11 shadow123
        shadow123! shadow1234 shadow12345 shadow123456 shadow2020 shadow2021 shadow2022 shadow2023 shadow2024 shadow2025
        shadow22 shadow69 shadow77 shadow88 shadow99 shadowshadow silver silver123 silver1234 simpson simpson1
        simpson123 simpson1234 singer singer123 singer1234 sister sister123 sister1234 skater skater123 skater1234
        skiing skiing123 skiing1234 skull123 skull1234 skyline skyline1 skyline123 skyline1234 slipknot slipknot!
        slipknot1 slipknot123 slipknot1234 smile123 smile1234 smokey smokey123 smokey1234 sniper sniper123 sniper1234
        snoopy snoopy123 snoopy1234 snowball snowball! snowball1 snowball123 snowball1234 snowman snowman1 snowman123
        snowman1234 soccer soccer00 soccer007 soccer01 soccer1! soccer11 soccer123 soccer123! soccer1234 soccer12345
        soccer123456 soccer2020 soccer2021 soccer2022 soccer2023 soccer2024 soccer2025 soccer22 soccer69 soccer77
        soccer88 soccer99 soccersoccer sofia123 sofia1234 sofia12345 sofia123456 sofialove soldier soldier1 soldier123
        soldier1234 soleil soleil123 soleil1234 someone someone1 someone123 someone1234 something something! something1
        something123 something1234 sommer sommer123 sommer1234 sophia1! sophia123 sophia1234 sophia12345 sophia123456
        sophialove sophie sophie1! sophie123 sophie1234 sophie12345 sophie123456 sophielove spain123 spain1234 spiderman
        spiderman! spiderman00 spiderman007 spiderman01 spiderman1 spiderman1! spiderman11 spiderman123 spiderman123!
        spiderman1234 spiderman12345 spiderman123456 spiderman2020 spiderman2021 spiderman2022 spiderman2023
        spiderman2024 spiderman2025 spiderman22 spiderman69 spiderman77 spiderman88 spiderman99 spidermanspiderman
        spring spring00 spring007 spring01 spring1! spring11 spring123 spring123! spring1234 spring12345 spring123456
        spring2015 spring2016 spring2017 spring2018 spring2019 spring2020 spring2020! spring2021 spring2021! spring2022
        spring2022! spring2023 spring2023! spring2024 spring2024! spring2025 spring2025! spring2026 spring2026! spring22
        spring69 spring77 spring88 spring99 springspring ssssss sssssss ssssssss sssssssss ssssssssss sssssssssss
        ssssssssssss sssssssssssss ssssssssssssss sssssssssssssss ssssssssssssssss starlight starlight! starlight1
        starlight123 starlight1234 startrek startrek1 starwars starwars! starwars00 starwars007 starwars01 starwars1
        starwars1! starwars11 starwars123 starwars123! starwars1234 starwars12345 starwars123456 starwars2020
        starwars2021 starwars2022 starwars2023 starwars2024 starwars2025 starwars22 starwars69 starwars77 starwars88
        starwars99 starwarsstarwars steelers steelers! steelers1 steelers123 steelers1234 stephanie stephanie!
        stephanie1 stephanie123 stephanie1234 steven steven123 steven1234 storm123 storm1234 stormy stormy123 stormy1234
        strawberry strawberry! strawberry1 strawberry123 strawberry1234 strong strong123 strong1234 student student1
        student123 student1234 success success1 success123 success1234 sugar123 sugar1234 sujin123 sujin1234 sujin12345
        sujin123456 sujinlove summer summer00 summer007 summer01 summer1! summer11 summer123 summer123! summer1234
        summer12345 summer123456 summer2015 summer2016 summer2017 summer2018 summer2019 summer2020 summer2020!
        summer2021 summer2021! summer2022 summer2022! summer2023 summer2023! summer2024 summer2024! summer2025
        summer2025! summer2026 summer2026! summer22 summer69 summer77 summer88 summer99 summersummer sunday sunday123
        sunday1234 sunday2015 sunday2016 sunday2017 sunday2018 sunday2019 sunday2020 sunday2020! sunday2021 sunday2021!
        sunday2022 sunday2022! sunday2023 sunday2023! sunday2024 sunday2024! sunday2025 sunday2025! sunday2026
        sunday2026! sunrise sunrise1 sunrise123 sunrise1234 sunset sunset123 sunset1234 sunshine sunshine! sunshine00
        sunshine007 sunshine01 sunshine1 sunshine1! sunshine11 sunshine123 sunshine123! sunshine1234 sunshine12345
        sunshine123456 sunshine2020 sunshine2021 sunshine2022 sunshine2023 sunshine2024 sunshine2025 sunshine22
        sunshine69 sunshine77 sunshine88 sunshine99 sunshinesunshine supercalifragilistic
        supercalifragilisticexpialidocious superman superman! superman00 superman007 superman01 superman1 superman1!
        superman11 superman123 superman123! superman1234 superman12345 superman123456 superman2020 superman2021
        superman2022 superman2023 superman2024 superman2025 superman22 superman69 superman77 superman88 superman99
        supermansuperman surfing surfing1 surfing123 surfing1234 susan123 susan1234 susan12345 susan123456 susanlove
        suzuki suzuki123 suzuki1234 sweet123 sweet1234 sweetie sweetie1 sweetie123 sweetie1234 swimming swimming!
        swimming1 swimming123 swimming1234 system system123 system1234 taylor taylor123 taylor1234 teacher teacher1
        teacher123 teacher1234 teamo123 teamo1234 teddy123 teddy1234 temp1234 temporary temporary! temporary1
        temporary123 temporary1234 temporarypassword temppassword tennis tennis00 tennis007 tennis01 tennis1! tennis11
        tennis123 tennis123! tennis1234 tennis12345 tennis123456 tennis2020 tennis2021 tennis2022 tennis2023 tennis2024
        tennis2025 tennis22 tennis69 tennis77 tennis88 tennis99 tennistennis tequiero tequiero! tequiero1 tequiero123
        tequiero1234 test1234 tester tester123 tester1234 testing testing1 testing123 testing1234 testpassword testtest
        testtesttest testtesttesttest texas123 texas1234 thankyou thankyougod thepassword thepassword! thepassword1
        thepassword123 thepassword1234 thisisapassword thisismypassword thomas thomas123 thomas1234 thunder thunder1
        thunder123 thunder1234 thursday thursday! thursday1 thursday123 thursday1234 tiger123 tiger1234 tigger tigger123
        tigger1234 today123 today1234 tokyo123 tokyo1234 tomorrow tomorrow! tomorrow1 tomorrow123 tomorrow1234 toyota
        toyota123 toyota1234 tractor tractor1 tractor123 tractor1234 treasure treasure! treasure1 treasure123
        treasure1234 tropical tropical! tropical1 tropical123 tropical1234 truck123 truck1234 trustme trustme00
        trustme007 trustme01 trustme1 trustme1! trustme11 trustme123 trustme123! trustme1234 trustme12345 trustme123456
        trustme2020 trustme2021 trustme2022 trustme2023 trustme2024 trustme2025 trustme22 trustme69 trustme77 trustme88
        trustme99 trustmetrustme trustno trustno00 trustno007 trustno01 trustno1 trustno1! trustno11 trustno123
        trustno123! trustno1234 trustno12345 trustno123456 trustno2020 trustno2021 trustno2022 trustno2023 trustno2024
        trustno2025 trustno22 trustno69 trustno77 trustno88 trustno99 trustnoone trustnotrustno truth123 truth1234
        tttttt ttttttt tttttttt ttttttttt tttttttttt ttttttttttt tttttttttttt ttttttttttttt tttttttttttttt
        ttttttttttttttt tttttttttttttttt tuesday tuesday1 tuesday123 tuesday1234 turkey turkey123 turkey1234 turtle
        turtle123 turtle1234 twitter twitter00 twitter007 twitter01 twitter1 twitter1! twitter11 twitter123 twitter123!
        twitter1234 twitter12345 twitter123456 twitter2020 twitter2021 twitter2022 twitter2023 twitter2024 twitter2025
        twitter22 twitter69 twitter77 twitter88 twitter99 twittertwitter tyuiop tzuiop ubuntu ubuntu123 ubuntu1234
        united united123 united1234 universe universe! universe1 universe123 universe1234 university university!
        university1 university123 university1234 user1234 users123 users1234 uuuuuu uuuuuuu uuuuuuuu uuuuuuuuu
        uuuuuuuuuu uuuuuuuuuuu uuuuuuuuuuuu uuuuuuuuuuuuu uuuuuuuuuuuuuu uuuuuuuuuuuuuuu uuuuuuuuuuuuuuuu uytrew uytrewq
        uytrez uytreza uztrew uztrewq vacation vacation! vacation1 vacation123 vacation1234 vampire vampire1 vampire123
        vampire1234 vanilla vanilla1 vanilla123 vanilla1234 vfr4!qaz vfr41qaz vfr42wsx vfr43edc vfr44rfv vfr45tgb
        vfr46yhn vfr47ujm vfr4@wsx vfr4bgt5 vfr4cde3 vfr4xsw2 vfr4zaq1 victoria victoria! victoria1 victoria123
        victoria1234 victory victory1 victory123 victory1234 vvvvvv vvvvvvv vvvvvvvv vvvvvvvvv vvvvvvvvvv vvvvvvvvvvv
        vvvvvvvvvvvv vvvvvvvvvvvvv vvvvvvvvvvvvvv vvvvvvvvvvvvvvv vvvvvvvvvvvvvvvv wachtwoord wachtwoord! wachtwoord1
        wachtwoord123 wachtwoord1234 wang1234 warrior warrior1 warrior123 warrior1234 water123 water1234 wednesday
        wednesday! wednesday1 wednesday123 wednesday1234 wei12345 wei123456 weilove welcome welcome! welcome#1 welcome00
        welcome007 welcome01 welcome1 welcome1! welcome11 welcome123 welcome123! welcome1234 welcome12345 welcome123456
        welcome1234567 welcome12345678 welcome123456789 welcome1234567890 welcome1990 welcome1991 welcome1992
        welcome1993 welcome1994 welcome1995 welcome1996 welcome1997 welcome1998 welcome1999 welcome2001 welcome2002
        welcome2003 welcome2004 welcome2005 welcome2006 welcome2007 welcome2008 welcome2009 welcome2010 welcome2011
        welcome2012 welcome2013 welcome2014 welcome2015 welcome2016 welcome2017 welcome2018 welcome2019 welcome2020
        welcome2021 welcome2022 welcome2023 welcome2024 welcome2025 welcome2026 welcome22 welcome69 welcome77 welcome88
        welcome99 welcome@123 welcome@1234 welcomewelcome welkom welkom123 welkom1234 wert123! wert1234 wert12345
        wert123456 werty123 werty123! werty1234 werty12345 werty123456 wertyu wertyu1! wertyu123 wertyu123! wertyu1234
        wertyu12345 wertyu123456 wertyui wertyui1 wertyui1! wertyui123 wertyui123! wertyui1234 wertyui12345
        wertyui123456 wertyuio wertyuio! wertyuio1 wertyuio1! wertyuio123 wertyuio123! wertyuio1234 wertyuio12345
        wertyuio123456 wertyuiop wertz123 wertz123! wertz1234 wertz12345 wertz123456 wertzu wertzu1! wertzu123
        wertzu123! wertzu1234 wertzu12345 wertzu123456 wertzui wertzui1 wertzui1! wertzui123 wertzui123! wertzui1234
        wertzui12345 wertzui123456 wertzuio wertzuio! wertzuio1 wertzuio1! wertzuio123 wertzuio123! wertzuio1234
        wertzuio12345 wertzuio123456 wertzuiop whatever whatever! whatever00 whatever007 whatever01 whatever1 whatever1!
        whatever11 whatever123 whatever123! whatever1234 whatever12345 whatever123456 whatever2020 whatever2021
        whatever2022 whatever2023 whatever2024 whatever2025 whatever22 whatever69 whatever77 whatever88 whatever99
        whateverwhatever whatthefuck whatthehell william william1 william123 william1234 windows windows1 windows123
        windows1234 winner winner123 winner1234 winter winter00 winter007 winter01 winter1! winter11 winter123
        winter123! winter1234 winter12345 winter123456 winter2015 winter2016 winter2017 winter2018 winter2019 winter2020
        winter2020! winter2021 winter2021! winter2022 winter2022! winter2023 winter2023! winter2024 winter2024!
        winter2025 winter2025! winter2026 winter2026! winter22 winter69 winter77 winter88 winter99 winteriscoming
        winterwinter wisdom wisdom123 wisdom1234 wizard wizard123 wizard1234 woaini woaini1314 woaini1314520 woaini520
        wolf1234 wsxedc wsxqaz wsxrfv wwwwww wwwwwww wwwwwwww wwwwwwwww wwwwwwwwww wwwwwwwwwww wwwwwwwwwwww
        wwwwwwwwwwwww wwwwwwwwwwwwww wwwwwwwwwwwwwww wwwwwwwwwwwwwwww xcvb123! xcvb1234 xcvb12345 xcvb123456 xcvbn123
        xcvbn123! xcvbn1234 xcvbn12345 xcvbn123456 xcvbnm xcvbnm1! xcvbnm123 xcvbnm123! xcvbnm1234 xcvbnm12345
        xcvbnm123456 xsw2!qaz xsw21qaz xsw22wsx xsw23edc xsw24rfv xsw25tgb xsw26yhn xsw27ujm xsw2@wsx xsw2bgt5 xsw2cde3
        xsw2vfr4 xsw2zaq1 xxxxxx xxxxxxx xxxxxxxx xxxxxxxxx xxxxxxxxxx xxxxxxxxxxx xxxxxxxxxxxx xxxxxxxxxxxxx
        xxxxxxxxxxxxxx xxxxxxxxxxxxxxx xxxxxxxxxxxxxxxx xyzxyz xyzxyzxyz xyzxyzxyzxyz xyzxyzxyzxyzxyz yamaha yamaha123
        yamaha1234 yankees yankees1 yankees123 yankees1234 yellow yellow123 yellow1234 yesterday yesterday! yesterday1
        yesterday123 yesterday1234 younghee1! younghee123 younghee1234 younghee12345 younghee123456 youngheelove youtube
        youtube00 youtube007 youtube01 youtube1 youtube1! youtube11 youtube123 youtube123! youtube1234 youtube12345
        youtube123456 youtube2020 youtube2021 youtube2022 youtube2023 youtube2024 youtube2025 youtube22 youtube69
        youtube77 youtube88 youtube99 youtubeyoutube ytrewq ytreza yuki1234 yuki12345 yuki123456 yukilove yxcv123!
        yxcv1234 yxcv12345 yxcv123456 yxcvb123 yxcvb123! yxcvb1234 yxcvb12345 yxcvb123456 yxcvbn yxcvbn1! yxcvbn123
        yxcvbn123! yxcvbn1234 yxcvbn12345 yxcvbn123456 yxcvbnm yxcvbnm1 yxcvbnm1! yxcvbnm123 yxcvbnm123! yxcvbnm1234
        yxcvbnm12345 yxcvbnm123456 yyyyyy yyyyyyy yyyyyyyy yyyyyyyyy yyyyyyyyyy yyyyyyyyyyy yyyyyyyyyyyy yyyyyyyyyyyyy
        yyyyyyyyyyyyyy yyyyyyyyyyyyyyy yyyyyyyyyyyyyyyy zaq1!qaz zaq11qaz zaq12wsx zaq12wsx! zaq12wsx1 zaq12wsx12
        zaq12wsx123 zaq12wsx1234 zaq13edc zaq14rfv zaq15tgb zaq16yhn zaq17ujm zaq1@wsx zaq1bgt5 zaq1cde3 zaq1vfr4
        zaq1xsw2 zaq1xsw2cde3 zaxscd zaxscdvf zaxscdvfbg zaxscdvfbgnh zaxscdvfbgnhmj zaxscdvfbgnhmj,k zaxscdvfbgnhmj,k.l
        zaxscdvfbgnhmj,k.l/; zert123! zert1234 zert12345 zert123456 zerty123 zerty123! zerty1234 zerty12345 zerty123456
        zertyu zertyu1! zertyu123 zertyu123! zertyu1234 zertyu12345 zertyu123456 zertyui zertyui1 zertyui1! zertyui123
        zertyui123! zertyui1234 zertyui12345 zertyui123456 zertyuio zertyuio! zertyuio1 zertyuio1! zertyuio123
        zertyuio123! zertyuio1234 zertyuio12345 zertyuio123456 zertyuiop zhang123 zoe12345 zoe123456 zoelove zombie
        zombie123 zombie1234 ztrewq zxc123456 zxcasd zxcqwe zxcv123! zxcv1234 zxcv12345 zxcv123456 zxcvasdf zxcvb123
        zxcvb123! zxcvb1234 zxcvb12345 zxcvb123456 zxcvbasdfg zxcvbn zxcvbn1! zxcvbn123 zxcvbn123! zxcvbn1234
        zxcvbn12345 zxcvbn123456 zxcvbnasdfgh zxcvbnm zxcvbnm1 zxcvbnm1! zxcvbnm123 zxcvbnm123! zxcvbnm1234 zxcvbnm12345
        zxcvbnm123456 zxcvbnqwerty zxcvbnzxcvbn zxcvbqwert zxcvbzxcvb zxcvqwer zxcvzxcv zxcvzxcvzxcv zxcvzxcvzxcvzxcv
        zxczxc zxczxczxc zxczxczxczxc zxczxczxczxczxc zyxwvutsrqponmlkjihgfedcba zz123456 zzzzzz zzzzzzz zzzzzzzz
        zzzzzzzzz zzzzzzzzzz zzzzzzzzzzz zzzzzzzzzzzz zzzzzzzzzzzzz zzzzzzzzzzzzzz zzzzzzzzzzzzzzz zzzzzzzzzzzzzzzz
        """
}
